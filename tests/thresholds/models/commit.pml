/* Atomic commitment without a failure detector: everybody sends its vote; whoever has all of them commits or aborts,
   whoever has waited long enough may abort as long as it has not voted yes.
   -D HAVOC    receive any number at once instead of one by one
   -D BROKEN   commits with one yes fewer */
#define YES 0
#define NO 1
#define SENT 2
#define COMMIT 3
#define ABORT 4
#define CR 5

symbolic int N, F;
assume(N >= 2 && 0 <= F && F < N);
#ifdef BROKEN
#define ENOUGH N - 1
#else
#define ENOUGH N
#endif

int nyes, nno, nfaulty;

atomic no_no = all(Proc:pc != NO);
atomic no_crash = (nfaulty == 0);
atomic all_yes = all(Proc:pc == YES);
atomic some_no = some(Proc:pc == NO);
atomic ex_commit = some(Proc:pc == COMMIT);
atomic ex_abort = some(Proc:pc == ABORT);
atomic all_done = all(Proc:pc == COMMIT || Proc:pc == ABORT || Proc:pc == CR);
atomic in_transit = some(Proc:pc == SENT && (Proc:gotyes < nyes || Proc:gotno < nno));
atomic unsent = some(Proc:pc == YES || Proc:pc == NO);
atomic ready = some(Proc:pc == SENT && (Proc:gotyes >= ENOUGH || Proc:gotno >= 1));

active[N] proctype Proc() {
  byte pc = 0, next_pc = 0;
  int gotyes = 0, next_gotyes = 0, gotno = 0, next_gotno = 0;
  if
    :: pc = YES;
    :: pc = NO;
  fi;
end:
  do
    :: atomic {
      pc != CR;
#ifdef HAVOC
      havoc(next_gotyes);
      assume(next_gotyes >= gotyes && next_gotyes <= nyes);
      havoc(next_gotno);
      assume(next_gotno >= gotno && next_gotno <= nno);
#else
      if
        :: gotyes < nyes -> next_gotyes = gotyes + 1;
        :: next_gotyes = gotyes;
      fi;
      if
        :: gotno < nno -> next_gotno = gotno + 1;
        :: next_gotno = gotno;
      fi;
#endif
      if
        :: pc == YES -> next_pc = SENT; nyes++;
        :: pc == NO -> next_pc = ABORT; nno++;
        :: pc == SENT && next_gotyes >= ENOUGH -> next_pc = COMMIT;
        :: pc == SENT && next_gotno >= 1 -> next_pc = ABORT;
        :: nfaulty < F -> nfaulty++; next_pc = CR;
        :: pc != YES && pc != NO -> next_pc = pc;
      fi;
      pc = next_pc;
      gotyes = next_gotyes;
      gotno = next_gotno;
      next_pc = 0;
      next_gotyes = 0;
      next_gotno = 0;
    }
  od;
}

ltl fairness { []<>(!in_transit && !unsent && !ready) }
ltl agreement { [](!ex_commit || !ex_abort) }
ltl validity { some_no -> []!ex_commit }
ltl justified { no_no -> []!ex_abort }
ltl terminates { [](no_crash) -> <>all_done }
