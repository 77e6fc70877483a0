/* Asynchronous Byzantine agreement (Bracha and Toueg): echoes, then readies, then acceptance.
   quorate check aba.pml --set N=5,T=1,F=1        quorate param aba.pml
   -D MORE_FAULTS   one fault more than the designer expected */
#define V0 0
#define V1 1
#define EC 2 /* has sent an echo */
#define RD 3 /* has sent a ready */
#define AC 4

symbolic int N, T, F;
assume(N > 3 * T && T >= 1 && F >= 0);
#ifdef MORE_FAULTS
assume(F <= T + 1);
#else
assume(F <= T);
#endif

int nsnte, nsntr; /* echoes and readies sent by correct processes */

atomic prec_unforg = all(Proc:pc == V0);
atomic prec_corr = all(Proc:pc == V1);
atomic ex_acc = some(Proc:pc == AC);
atomic all_acc = all(Proc:pc == AC);
atomic in_transit_e = some(Proc:nrcvde < nsnte);
atomic in_transit_r = some(Proc:nrcvdr < nsntr);

active[N - F] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int nrcvde = 0, next_nrcvde = 0;
  int nrcvdr = 0, next_nrcvdr = 0;
  if
    :: pc = V0;
    :: pc = V1;
  fi;
end:
  do
    :: atomic {
      if
        :: nrcvde < nsnte + F -> next_nrcvde = nrcvde + 1;
        :: next_nrcvde = nrcvde;
      fi;
      if
        :: nrcvdr < nsntr + F -> next_nrcvdr = nrcvdr + 1;
        :: next_nrcvdr = nrcvdr;
      fi;
      if
        :: pc == V1 -> next_pc = EC;
        :: pc == V0 && (next_nrcvde >= (N + T) / 2 + 1 || next_nrcvdr >= T + 1) -> next_pc = EC;
        :: pc == EC && (next_nrcvde >= (N + T) / 2 + 1 || next_nrcvdr >= T + 1) -> next_pc = RD;
        :: pc == RD && next_nrcvdr >= 2 * T + 1 -> next_pc = AC;
        :: else -> next_pc = pc;
      fi;
      if
        :: (pc == V0 || pc == V1) && next_pc == EC -> nsnte++;
        :: pc == EC && next_pc == RD -> nsntr++;
        :: else;
      fi;
      pc = next_pc;
      nrcvde = next_nrcvde;
      nrcvdr = next_nrcvdr;
      next_pc = 0;
      next_nrcvde = 0;
      next_nrcvdr = 0;
    }
  od;
}

/* Everybody receives what was sent, and takes one more step after that where it has something to do. */
ltl fairness { []<>(!in_transit_e && !in_transit_r && !ready_to_move) }
ltl unforg { [](prec_unforg -> []!ex_acc) }
ltl corr { [](prec_corr -> <>ex_acc) }
ltl agreement { [](ex_acc -> <>all_acc) }
atomic ready_to_move = some(Proc:pc == V1 || Proc:pc == RD && Proc:nrcvdr >= 2 * T + 1 ||
                            (Proc:pc == V0 || Proc:pc == EC) &&
                            (Proc:nrcvde >= (N + T) / 2 + 1 || Proc:nrcvdr >= T + 1));
