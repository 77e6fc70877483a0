/* Consistent broadcast (Srikanth and Toueg) with Byzantine faults: correct processes are modelled, and each may
   receive up to F messages more than they sent.
   quorate check bcast-byz.pml --set N=7,T=2,F=2        quorate param bcast-byz.pml
   -D MORE_FAULTS   one fault more than the designer expected
   -D WEAK          a third of the processes may be faulty, one more than the algorithm tolerates */
#define V0 0 /* has not received the broadcaster's message */
#define V1 1 /* has received it */
#define SE 2 /* has sent an echo */
#define AC 3 /* has sent an echo and accepted */

symbolic int N, T, F;
#ifdef WEAK
assume(N >= 3 * T && T >= 1);
#else
assume(N > 3 * T && T >= 1);
#endif
#ifdef MORE_FAULTS
assume(0 <= F && F <= T + 1);
#else
assume(0 <= F && F <= T);
#endif

int nsnt; /* echoes sent by correct processes */

atomic prec_init = all(Proc@step);
atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic ex_acc = some(Proc:pc == AC);
atomic all_acc = all(Proc:pc == AC);
atomic in_transit = some(Proc:nrcvd < nsnt);
atomic tx_inv = ((card(Proc:pc == SE) + card(Proc:pc == AC)) == nsnt);

active[N - F] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int nrcvd = 0, next_nrcvd = 0;
  if
    :: pc = V0;
    :: pc = V1;
  fi;
step:
  atomic {
    if /* receive */
      :: nrcvd < nsnt + F -> next_nrcvd = nrcvd + 1;
      :: next_nrcvd = nrcvd;
    fi;
    if /* compute */
      :: next_nrcvd >= N - T -> next_pc = AC;
      :: next_nrcvd < N - T && (pc == V1 || next_nrcvd >= T + 1) && pc != AC -> next_pc = SE;
      :: else -> next_pc = pc;
    fi;
    if /* send */
      :: (pc == V0 || pc == V1) && (next_pc == SE || next_pc == AC) -> nsnt++;
      :: else;
    fi;
    pc = next_pc;
    nrcvd = next_nrcvd;
    next_pc = 0;
    next_nrcvd = 0;
  }
  goto step;
}

ltl fairness { []<>(!in_transit) }
ltl unforg { []((prec_init && prec_unforg) -> []!ex_acc) }
ltl corr { []((prec_init && prec_corr) -> <>ex_acc) }
ltl relay { [](ex_acc -> <>all_acc) }
