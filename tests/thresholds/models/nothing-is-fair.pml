/* No run satisfies the fairness assumption. Safety does not need it; what needs it holds of nothing. */
symbolic int N, T, F;
assume(N > T);
int s0;
atomic bad = (s0 == 0);
atomic live = (s0 >= 1);
active[N] proctype P() { byte pc = 0;
 if :: pc = 0; fi;
 end: do :: atomic { if :: pc == 0 -> pc = 1; :: else; fi; } od;
}
ltl fairness { []<>live }
ltl initially { live }
ltl always { []live }
ltl equivalent { live || <>live && !<>!live }
