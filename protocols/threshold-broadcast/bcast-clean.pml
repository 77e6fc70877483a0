/* Consistent broadcast with clean crashes, first encoding: by their effect on communication. Of the Fc processes that
   crash, Fnc do so before they send; their messages are counted but received by nobody.
   quorate check bcast-clean.pml --set N=3,T=2,Fc=2,Fnc=0       quorate param bcast-clean.pml */
#define V0 0
#define V1 1
#define SE 2
#define AC 3

symbolic int N, T, Fc, Fnc;
assume(N > T && T >= 1 && T >= Fc && Fc >= Fnc && Fnc >= 0);

int nsnt;

atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic ex_acc = some(Proc:pc == AC);
atomic all_acc = all(Proc:pc == AC);
atomic in_transit = some(Proc:nrcvd < nsnt - Fnc);
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
      if
        :: nrcvd < nsnt - Fnc -> next_nrcvd = nrcvd + 1;
        :: next_nrcvd = nrcvd;
      fi;
      if
        :: next_nrcvd >= 1 -> next_pc = AC;
        :: next_nrcvd < 1 && pc == V1 -> next_pc = SE;
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
ltl unforg { [](prec_unforg -> []!ex_acc) }
ltl corr { [](prec_corr -> <>ex_acc) }
ltl relay { [](ex_acc -> <>all_acc) }
