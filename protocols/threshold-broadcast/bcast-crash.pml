/* Consistent broadcast with clean crashes, second encoding: a status for crashed processes. A crash is clean: a
   process that crashes has sent its message to everybody or to nobody.
   quorate check bcast-crash.pml --set N=3,T=2,F=2       quorate param bcast-crash.pml
   -D NON_CLEAN     a crashing process may send to some; those messages need not arrive */
#define V0 0
#define V1 1
#define SE 2
#define AC 3
#define CR 4

symbolic int N, T, F;
assume(N > T && T >= 1 && T >= F && F >= 0);

int nsnt;    /* messages to everybody */
int nsntf;   /* messages of processes that crashed while sending: received by some */
int nfaulty; /* crashes so far */

atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic ex_acc = some(Proc:pc == AC);
atomic all_acc = all(Proc:pc == AC || Proc:pc == CR);
atomic in_transit = some(Proc:pc != CR && Proc:nrcvd < nsnt);
atomic waiting = some(Proc:pc == V1);

active[N] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int nrcvd = 0, next_nrcvd = 0;
  if
    :: pc = V0;
    :: pc = V1;
  fi;
end:
  do
    :: atomic {
      pc != CR; /* nobody returns from a crash */
      if
        :: nrcvd < nsnt + nsntf -> next_nrcvd = nrcvd + 1;
        :: next_nrcvd = nrcvd;
      fi;
      if
        :: next_nrcvd >= 1 -> next_pc = AC;
        :: next_nrcvd < 1 && pc == V1 -> next_pc = SE;
        :: next_nrcvd < 1 && pc != V1 -> next_pc = pc;
        :: nfaulty < F -> next_pc = CR; nfaulty++;
      fi;
      if
        :: (pc == V0 || pc == V1) && (next_pc == SE || next_pc == AC) -> nsnt++;
#ifdef NON_CLEAN
        :: (pc == V0 && next_nrcvd >= 1 || pc == V1) && next_pc == CR -> nsntf++;
#endif
        :: next_pc == CR; /* crashed before it sent anything */
        :: pc == SE || pc == AC || next_pc == V0;
      fi;
      pc = next_pc;
      nrcvd = next_nrcvd;
      next_pc = 0;
      next_nrcvd = 0;
    }
  od;
}

ltl fairness { []<>(!in_transit) && []<>(!waiting) }
ltl unforg { [](prec_unforg -> []!ex_acc) }
ltl corr { [](prec_corr -> <>(ex_acc)) }
ltl relay { [](ex_acc -> <>all_acc) }
