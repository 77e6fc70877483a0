/* Condition-based consensus (Mostefaoui and others) for two values with clean crashes: every process sends its
   value, takes the majority of what it receives as its estimate, sends that and decides when a majority agrees.
   It terminates if one value was proposed by clearly more processes than the other (the condition).
   quorate check cond-consensus.pml --set N=3,T=1,F=1        quorate param cond-consensus.pml */
#define V0 0 /* proposes 0 */
#define V1 1
#define P0 2 /* has sent its value */
#define W0 3 /* has sent the estimate 0 */
#define W1 4
#define D0 5 /* has decided 0 */
#define D1 6
#define CR 7

symbolic int N, T, F;
assume(N > 2 * T && T >= 1 && F >= 0 && F <= T);

int nsnt00, nsnt01, nsnt10, nsnt11; /* phase, value */
int init0, init1, nfaulty;

atomic prec_no0 = all(Proc:pc != V0);
atomic prec_no1 = all(Proc:pc != V1);
atomic ex_acc0 = some(Proc:pc == D0);
atomic ex_acc1 = some(Proc:pc == D1);
atomic prec_init = (init0 + init1 == N);
atomic cond_init = (init0 > init1 + F || init1 > init0 + F);
atomic all_acc = all(Proc:pc == CR || Proc:pc == D0 || Proc:pc == D1);
atomic in_transit0 = some((Proc:pc == V0 || Proc:pc == V1 || Proc:pc == P0) &&
                          (Proc:nrcvd00 < nsnt00 || Proc:nrcvd01 < nsnt01));
atomic in_transit1 = some((Proc:pc == W0 || Proc:pc == W1) && (Proc:nrcvd10 < nsnt10 || Proc:nrcvd11 < nsnt11));
atomic waiting = some(Proc:pc == V0 || Proc:pc == V1);

active[N] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int nrcvd00 = 0, next_nrcvd00 = 0, nrcvd01 = 0, next_nrcvd01 = 0;
  int nrcvd10 = 0, next_nrcvd10 = 0, nrcvd11 = 0, next_nrcvd11 = 0;
  if
    :: pc = V0 -> init0++;
    :: pc = V1 -> init1++;
  fi;
end:
  do
    :: atomic {
      pc != CR;
      if
        :: (pc == V0 || pc == V1 || pc == P0) && nrcvd00 < nsnt00 -> next_nrcvd00 = nrcvd00 + 1;
        :: next_nrcvd00 = nrcvd00;
      fi;
      if
        :: (pc == V0 || pc == V1 || pc == P0) && nrcvd01 < nsnt01 -> next_nrcvd01 = nrcvd01 + 1;
        :: next_nrcvd01 = nrcvd01;
      fi;
      if
        :: (pc == W0 || pc == W1) && nrcvd10 < nsnt10 -> next_nrcvd10 = nrcvd10 + 1;
        :: next_nrcvd10 = nrcvd10;
      fi;
      if
        :: (pc == W0 || pc == W1) && nrcvd11 < nsnt11 -> next_nrcvd11 = nrcvd11 + 1;
        :: next_nrcvd11 = nrcvd11;
      fi;
      if
        :: pc == V0 || pc == V1 -> next_pc = P0;
        :: pc == P0 && next_nrcvd00 + next_nrcvd01 >= N - T && next_nrcvd00 > next_nrcvd01 -> next_pc = W0;
        :: pc == P0 && next_nrcvd00 + next_nrcvd01 >= N - T && next_nrcvd01 > next_nrcvd00 -> next_pc = W1;
        :: (pc == W0 || pc == W1) && next_nrcvd10 >= N / 2 + 1 -> next_pc = D0;
        :: (pc == W0 || pc == W1) && next_nrcvd11 >= N / 2 + 1 -> next_pc = D1;
        :: nfaulty < F -> nfaulty++; next_pc = CR;
        :: pc != V0 && pc != V1 -> next_pc = pc;
      fi;
      if
        :: pc == V0 && next_pc == P0 -> nsnt00++;
        :: pc == V1 && next_pc == P0 -> nsnt01++;
        :: pc == P0 && next_pc == W0 -> nsnt10++; next_nrcvd00 = 0; next_nrcvd01 = 0;
        :: pc == P0 && next_pc == W1 -> nsnt11++; next_nrcvd00 = 0; next_nrcvd01 = 0;
        :: (pc == W0 || pc == W1) && next_pc != pc -> next_nrcvd10 = 0; next_nrcvd11 = 0;
        :: next_pc == CR -> next_nrcvd00 = 0; next_nrcvd01 = 0; next_nrcvd10 = 0; next_nrcvd11 = 0;
        :: else;
      fi;
      pc = next_pc;
      nrcvd00 = next_nrcvd00;
      nrcvd01 = next_nrcvd01;
      nrcvd10 = next_nrcvd10;
      nrcvd11 = next_nrcvd11;
      next_pc = 0;
      next_nrcvd00 = 0;
      next_nrcvd01 = 0;
      next_nrcvd10 = 0;
      next_nrcvd11 = 0;
    }
  od;
}

ltl fairness { []<>(!in_transit0 && !in_transit1 && !waiting && !undecided) }
ltl validity0 { ([]prec_no0 && <>prec_init) -> []!ex_acc0 }
ltl validity1 { ([]prec_no1 && <>prec_init) -> []!ex_acc1 }
ltl agreement { [](!ex_acc0 || !ex_acc1) }
ltl termination { [](!prec_init || !cond_init || <>all_acc) }
/* Somebody who could move on: a step that receives nothing shows it. */
atomic undecided = some(Proc:pc == P0 && Proc:nrcvd00 + Proc:nrcvd01 >= N - T && Proc:nrcvd00 != Proc:nrcvd01 ||
                        (Proc:pc == W0 || Proc:pc == W1) &&
                        (Proc:nrcvd10 >= N / 2 + 1 || Proc:nrcvd11 >= N / 2 + 1));
