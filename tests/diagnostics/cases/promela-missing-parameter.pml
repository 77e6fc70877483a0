// options: --set N=3
symbolic int N, T;
assume(N > 3 * T);
active[N] proctype P() {
  byte pc = 0;
  end: do :: atomic { pc = 1; } od
}
ltl ends { <>done }
atomic done = all(P:pc == 1);
