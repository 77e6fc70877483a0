// options: param
symbolic int N, T;
assume(N > 3 * T && T >= 1);
assume(N < 2 * T);
int nsnt;
atomic done = all(P:pc == 1);
active[N] proctype P() {
  byte pc = 0;
  end: do :: atomic { pc = 1; } od
}
ltl ends { <>done }
