/* The abstraction meets a subtraction that it refuses; the second property must not be proved with what was assumed for the first. */
symbolic int N;
assume(N >= 1);
int s0, t, u;
active[N] proctype Q() {
  byte pc = 0;
step: atomic {
    if
    :: pc == 0 && t == 0; s0 = 3; t = 1; pc = 1;
    :: pc == 1 && t == 1; s0 = s0 - 1; t = 2; pc = 2;
    :: pc == 0 && t == 2; u = u + 1; pc = 3;
    :: skip;
    fi;
  } goto step;
}
atomic idle = all(Q:pc != 4);
atomic many = (u >= 5);
ltl other { []idle }
ltl few { [](!many) }
