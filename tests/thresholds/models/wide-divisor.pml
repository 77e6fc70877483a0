/* 641 * 6700417 is 2^32 + 1, and N divided by it 0 for every N that anybody means; cut to 32 bits the divisor is 1. Violated from N = 8 on. */
symbolic int N;
assume(N >= 1);
int nsnt;
atomic bad = some(Proc:pc == 2);
active[N] proctype Proc() {
  byte pc = 0, next_pc = 0;
end:
  do
    :: atomic {
      if
        :: pc == 0 -> next_pc = 1;
        :: pc == 1 -> next_pc = 1;
        :: pc == 1 && nsnt >= 8 + N / (641 * 6700417) -> next_pc = 2;
        :: pc == 2 -> next_pc = 2;
      fi;
      if
        :: pc == 0 -> nsnt++;
        :: pc != 0;
      fi;
      pc = next_pc;
      next_pc = 0;
    }
  od;
}
ltl safe { [] !bad }
