/* A violation that is shown after the abstraction was refused. */
symbolic int N, T, F;
assume(N >= 1 && T >= 1 && F <= T && N >= F + 1);
int s0 = 2;
active[N - F] proctype P() {
  byte pc = 0; int h = 0;
  if
  ::
    pc = 0;
  fi;
step: atomic {
    if
    ::
      pc == 0 && s0 >= 2;
      pc = 3;
    ::
      skip;
    fi;
      h = 0;
  } goto step;
}
active[1] proctype Q() {
  byte pc = 0; int h = 0;
  if
  ::
    pc = 0;
    s0 = s0 + 1;
  ::
    pc = 1;
  fi;
step: atomic {
    if
    ::
      pc == 0 && s0 >= 2 * T + 1;
      pc = 3;
    ::
      pc == 1;
      s0 = s0 + 1;
      pc = 2;
    ::
      pc == 2;
      s0 = s0 - 1;
      pc = 2;
    ::
      skip;
    fi;
      h = 0;
  } goto step;
}
atomic a0 = (s0 != T + 1);
atomic a1 = all(Q:pc != 2);
atomic a2 = all(Q:pc == 3);
atomic a3 = some(P:pc >= 2);
atomic a4 = some(P:pc == 2);
ltl p0 { ([]a1) }
ltl p1 { ((a4 U a3) W ((!a1) || (!a0))) }
ltl p2 { ((<>a0) && ([]a1)) }
