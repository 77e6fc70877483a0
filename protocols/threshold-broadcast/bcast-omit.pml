/* Consistent broadcast with send-omission faults: all N processes are modelled, and of the messages that were sent
   up to F may never arrive at a process.
   quorate check bcast-omit.pml --set N=5,T=2,F=2       quorate param bcast-omit.pml
   -D MORE_FAULTS   one fault more than the designer expected
   -D WEAK          half of the processes may be faulty, one more than the algorithm tolerates */
#define V0 0
#define V1 1
#define SE 2
#define AC 3

symbolic int N, T, F;
#ifdef WEAK
assume(N >= 2 * T && T >= 1);
#else
assume(N > 2 * T && T >= 1);
#endif
#ifdef MORE_FAULTS
assume(0 <= F && F <= T + 1);
#else
assume(0 <= F && F <= T);
#endif

int nsnt;

atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic ex_acc = some(Proc:pc == AC);
atomic all_acc = all(Proc:pc == AC);
atomic in_transit = some(Proc:nrcvd < nsnt - F);

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
      if
        :: nrcvd < nsnt -> next_nrcvd = nrcvd + 1;
        :: next_nrcvd = nrcvd;
      fi;
      if
        :: next_nrcvd >= T + 1 -> next_pc = AC;
        :: next_nrcvd < T + 1 && (pc == V1 || next_nrcvd >= 1) -> next_pc = SE;
        :: else -> next_pc = pc;
      fi;
      if
        :: (pc == V0 || pc == V1) && (next_pc == SE || next_pc == AC) -> nsnt++;
        :: else;
      fi;
      pc = next_pc;
      nrcvd = next_nrcvd;
      next_pc = 0;
      next_nrcvd = 0;
    }
  od;
}

ltl fairness { []<>(!in_transit) && []<>(!waiting) }
ltl unforg { []((prec_init && prec_unforg) -> []!ex_acc) }
ltl corr { []((prec_init && prec_corr) -> <>ex_acc) }
ltl relay { [](ex_acc -> <>all_acc) }
atomic prec_init = all(Proc@end);
atomic waiting = some(Proc:pc == V1); /* somebody who has something to send and does not */
