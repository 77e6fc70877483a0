/* One-step consensus with crashes (folklore, after Dobre and Suri), up to the call of the underlying consensus.
   Whoever receives N - T values decides if they are all the same, and otherwise calls the underlying consensus with
   one that N - 2 * T of them agree on.
   -D HAVOC    receive any number at once instead of one by one
   -D WEAK     a third of the processes may crash, one more than the algorithm tolerates */
#define V0 0
#define V1 1
#define S0 2
#define S1 3
#define D0 4
#define D1 5
#define U0 6
#define U1 7
#define CR 8

symbolic int N, T, F;
#ifdef WEAK
assume(N >= 3 * T && T >= 1 && 0 <= F && F <= T);
#else
assume(N > 3 * T && T >= 1 && 0 <= F && F <= T);
#endif

int nsnt0, nsnt1, nfaulty;

atomic all_v0 = all(Proc:pc == V0);
atomic all_v1 = all(Proc:pc == V1);
atomic all_d0 = all(Proc:pc == D0 || Proc:pc == CR);
atomic ex_d0 = some(Proc:pc == D0);
atomic ex_d1 = some(Proc:pc == D1);
atomic ex_u1 = some(Proc:pc == U1);
atomic in_transit = some((Proc:pc == S0 || Proc:pc == S1) && (Proc:nrcvd0 < nsnt0 || Proc:nrcvd1 < nsnt1));
atomic unsent = some(Proc:pc == V0 || Proc:pc == V1);

active[N] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int nrcvd0 = 0, next_nrcvd0 = 0, nrcvd1 = 0, next_nrcvd1 = 0;
  if
    :: pc = V0;
    :: pc = V1;
  fi;
end:
  do
    :: atomic {
      pc != CR;
#ifdef HAVOC
      havoc(next_nrcvd0);
      assume(nrcvd0 <= next_nrcvd0 && next_nrcvd0 <= nsnt0);
      havoc(next_nrcvd1);
      assume(nrcvd1 <= next_nrcvd1 && next_nrcvd1 <= nsnt1);
#else
      if
        :: nrcvd0 < nsnt0 -> next_nrcvd0 = nrcvd0 + 1;
        :: next_nrcvd0 = nrcvd0;
      fi;
      if
        :: nrcvd1 < nsnt1 -> next_nrcvd1 = nrcvd1 + 1;
        :: next_nrcvd1 = nrcvd1;
      fi;
#endif
      if
        :: pc == V0 -> next_pc = S0; nsnt0++;
        :: pc == V1 -> next_pc = S1; nsnt1++;
        :: (pc == S0 || pc == S1) && next_nrcvd0 >= N - T && next_nrcvd1 == 0 -> next_pc = D0;
        :: (pc == S0 || pc == S1) && next_nrcvd1 >= N - T && next_nrcvd0 == 0 -> next_pc = D1;
        :: (pc == S0 || pc == S1) && next_nrcvd0 + next_nrcvd1 >= N - T && next_nrcvd0 >= 1 && next_nrcvd1 >= 1 &&
           next_nrcvd1 < N - 2 * T -> next_pc = U0;
        :: (pc == S0 || pc == S1) && next_nrcvd0 + next_nrcvd1 >= N - T && next_nrcvd0 >= 1 && next_nrcvd1 >= N - 2 * T
           -> next_pc = U1;
        :: nfaulty < F -> nfaulty++; next_pc = CR;
        :: pc != V0 && pc != V1 -> next_pc = pc;
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
atomic undecided = some((Proc:pc == S0 || Proc:pc == S1) && Proc:nrcvd0 + Proc:nrcvd1 >= N - T);

ltl fairness { []<>(!in_transit && !unsent && !undecided) }
ltl agreement { [](!ex_d0 || !ex_d1) }
ltl lemma { [](!ex_d0 || !ex_u1) }
ltl validity { all_v0 -> []!ex_d1 }
ltl fast { all_v0 -> <>all_d0 }
