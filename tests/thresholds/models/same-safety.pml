/* The second formula implies the first; both are safety and mean the same with or without assumptions. */
symbolic int N;
assume(N >= 1);
int x;
active[N] proctype P() {
  byte pc = 0;
step: atomic { if :: pc == 0 -> pc = 1; x = x + 1; :: else; fi } goto step;
}
atomic zero = (x == 0);
atomic still = all(P:pc == 0);
ltl fairness { []<>still }
ltl first { zero -> []still }
ltl second { [](zero -> []still) }
ltl third { still W (x_never) }
atomic x_never = (x < 0);
ltl live { <>still }
