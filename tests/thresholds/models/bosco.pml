/* One-step Byzantine consensus (Song and van Renesse), up to the call of the underlying consensus: everybody sends
   its value, waits for N - T values, and decides if clearly more than half of them agree.
   -D HAVOC    receive any number at once instead of one by one
   -D STRONG   N > 7 * T: decides in one step if all correct processes propose the same
   -D WEAK     one process fewer than that takes */
#define V0 0
#define V1 1
#define S0 2 /* has sent 0 */
#define S1 3
#define D0 4 /* has decided */
#define D1 5
#define U0 6 /* calls the underlying consensus */
#define U1 7

symbolic int N, T, F;
#ifdef STRONG
assume(N > 7 * T && T >= 1 && 0 <= F && F <= T);
#else
#ifdef WEAK
assume(N >= 7 * T && T >= 1 && 0 <= F && F <= T);
#else
assume(N > 3 * T && T >= 1 && 0 <= F && F <= T);
#endif
#endif

int nsnt0, nsnt1;

atomic all_v0 = all(Proc:pc == V0);
atomic all_d0 = all(Proc:pc == D0);
atomic ex_d0 = some(Proc:pc == D0);
atomic ex_d1 = some(Proc:pc == D1);
atomic ex_u1 = some(Proc:pc == U1);
atomic in_transit = some(Proc:nrcvd0 < nsnt0 || Proc:nrcvd1 < nsnt1);
atomic unsent = some(Proc:pc == V0 || Proc:pc == V1);

active[N - F] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int nrcvd0 = 0, next_nrcvd0 = 0, nrcvd1 = 0, next_nrcvd1 = 0;
  if
    :: pc = V0;
    :: pc = V1;
  fi;
end:
  do
    :: atomic {
#ifdef HAVOC
      havoc(next_nrcvd0);
      assume(nrcvd0 <= next_nrcvd0 && next_nrcvd0 <= nsnt0 + F);
      havoc(next_nrcvd1);
      assume(nrcvd1 <= next_nrcvd1 && next_nrcvd1 <= nsnt1 + F);
#else
      if
        :: nrcvd0 < nsnt0 + F -> next_nrcvd0 = nrcvd0 + 1;
        :: next_nrcvd0 = nrcvd0;
      fi;
      if
        :: nrcvd1 < nsnt1 + F -> next_nrcvd1 = nrcvd1 + 1;
        :: next_nrcvd1 = nrcvd1;
      fi;
#endif
      if
        :: pc == V0 -> next_pc = S0; nsnt0++;
        :: pc == V1 -> next_pc = S1; nsnt1++;
        :: (pc == S0 || pc == S1) && next_nrcvd0 + next_nrcvd1 >= N - T && next_nrcvd0 >= (N + 3 * T) / 2 + 1
           -> next_pc = D0;
        :: (pc == S0 || pc == S1) && next_nrcvd0 + next_nrcvd1 >= N - T && next_nrcvd1 >= (N + 3 * T) / 2 + 1
           -> next_pc = D1;
        :: (pc == S0 || pc == S1) && next_nrcvd0 + next_nrcvd1 >= N - T && next_nrcvd0 < (N + 3 * T) / 2 + 1 &&
           next_nrcvd1 < (N + 3 * T) / 2 + 1 && next_nrcvd0 >= (N - T) / 2 + 1 -> next_pc = U0;
        :: (pc == S0 || pc == S1) && next_nrcvd0 + next_nrcvd1 >= N - T && next_nrcvd0 < (N + 3 * T) / 2 + 1 &&
           next_nrcvd1 < (N + 3 * T) / 2 + 1 && next_nrcvd1 >= (N - T) / 2 + 1 && next_nrcvd0 < (N - T) / 2 + 1
           -> next_pc = U1;
        :: else -> next_pc = pc;
      fi;
      pc = next_pc;
      nrcvd0 = next_nrcvd0;
      nrcvd1 = next_nrcvd1;
      next_pc = 0;
      next_nrcvd0 = 0;
      next_nrcvd1 = 0;
    }
  od;
}

/* Somebody who could decide does so in the end. */
atomic undecided = some((Proc:pc == S0 || Proc:pc == S1) && Proc:nrcvd0 + Proc:nrcvd1 >= N - T &&
                        (Proc:nrcvd0 >= (N + 3 * T) / 2 + 1 || Proc:nrcvd1 >= (N + 3 * T) / 2 + 1));

ltl fairness { []<>(!in_transit && !unsent && !undecided) }
ltl agreement { [](!ex_d0 || !ex_d1) }
ltl lemma { [](!ex_d0 || !ex_u1) }
ltl validity { all_v0 -> []!ex_d1 }
ltl fast { all_v0 -> <>all_d0 }
