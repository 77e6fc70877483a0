// options: param
symbolic int N;
assume(N >= 1 && N < 5);
int nsnt;
atomic done = all(P:pc == 1);
active[N] proctype P() {
  byte pc = 0;
  end: do :: atomic { pc == 0; pc = 1; } od
}
ltl ends { <>done }
