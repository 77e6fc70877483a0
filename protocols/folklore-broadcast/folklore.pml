/* Folklore reliable broadcast: whoever has the message, or receives it for the first time, sends it to everybody and
   accepts. A process may crash while sending, so that its message reaches some and not others. Any number of
   processes may crash.
   quorate check folklore.pml --set N=6        quorate param folklore.pml */
#define V0 0
#define V1 1
#define AC 3
#define CR 4

symbolic int N;
assume(N >= 1);

int nsnt;  /* sent to everybody */
int nsntF; /* sent by processes that crashed meanwhile */

atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic prec_init = all(Proc@end);
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
      if
        :: nrcvd < nsnt + nsntF -> next_nrcvd = nrcvd + 1;
        :: next_nrcvd = nrcvd;
      fi;
      if
        :: (pc == V1 || pc == V0 && next_nrcvd >= 1) -> next_pc = AC;
        :: (pc == V1 || pc == V0 && next_nrcvd >= 1) -> next_pc = CR;
        :: else -> next_pc = pc;
      fi;
      if
        :: (pc == V0 || pc == V1) && next_pc == AC -> nsnt++;
        :: (pc == V0 || pc == V1) && next_pc == CR -> nsntF++;
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
ltl relay { [](ex_acc -> <>all_acc) }
ltl agreement { [](prec_init -> <>[](!ex_acc || all_acc)) }
/* Violated, as it must be: everybody may crash. */
ltl corr { []((prec_init && prec_corr) -> <>ex_acc) }
