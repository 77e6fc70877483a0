/* Consistent broadcast with symmetric (identical Byzantine) faults: Fp processes are faulty, and Fs of them send a
   message that they should not, to everybody.
   quorate check bcast-symm.pml --set N=5,T=1,Fp=1,Fs=0       quorate param bcast-symm.pml
   -D MORE_FAULTS   one fault more than the designer expected */
#define V0 0
#define V1 1
#define SE 2
#define AC 3

symbolic int N, T, Fp, Fs;
assume(N > 2 * T && T >= 1);
#ifdef MORE_FAULTS
assume(Fp <= T + 1 && Fs <= Fp && Fs >= 0);
#else
assume(Fp <= T && Fs <= Fp && Fs >= 0);
#endif

int nsnt; /* echoes sent by correct processes */

atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic ex_acc = some(Proc:pc == AC);
atomic all_acc = all(Proc:pc == AC);
atomic in_transit = some(Proc:nrcvd < nsnt + Fs);

active[N - Fp] proctype Proc() {
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
        :: nrcvd < nsnt + Fs -> next_nrcvd = nrcvd + 1;
        :: next_nrcvd = nrcvd;
      fi;
      if
        :: next_nrcvd >= T + 1 -> next_pc = AC;
        :: next_nrcvd < T + 1 && pc == V1 -> next_pc = SE;
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

ltl fairness { []<>(!in_transit) }
ltl unforg { []((all_end && prec_unforg) -> []!ex_acc) }
ltl corr { []((all_end && prec_corr) -> <>ex_acc) }
ltl relay { [](ex_acc -> <>all_acc) }
atomic all_end = all(Proc@end);
