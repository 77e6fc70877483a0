/* Likewise, and a variable really becomes negative. */
symbolic int N, T, F;
assume(N >= 1 && T >= 1 && F <= T && N >= F + 1);
int s0 = 2;
active[1] proctype Q() {
  byte pc = 0;
  if :: pc = 0; :: pc = 1; fi;
step: atomic {
    if
    :: pc == 1; s0 = s0 + 1; pc = 2;
    :: pc == 2; s0 = s0 - 1; pc = 2;
    :: skip;
    fi;
  } goto step;
}
atomic a0 = (s0 != T + 1);
atomic a1 = all(Q:pc != 2);
atomic low = (s0 >= 1);
ltl p0 { []a1 }
ltl p2 { (<>a0) && ([]a1) }
ltl p3 { []low }
