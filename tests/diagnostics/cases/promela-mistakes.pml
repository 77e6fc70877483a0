symbolic int N, T, F;
assume(N > 3 * T * F)
int nsnt;
atomic p = all(Proc:pcc == V0);
atomic q = all(Prc:pc == V0);
atomic r = (Proc:pc == 3);
active[N - F] proctype Proc() {
  byte pc = 0; int nrcvd;
  if :: pc = 0; :: pc = 1 fi
step: atomic {
   if :: nrcvd > nsntt -> nrcvd++;
      :: else -> foo!3;
   fi;
   if :: nrcvd * nsnt > 3 -> break
      :: else skip
   fi
   N = 3;
   x = pc;
} goto stp;
}
ltl a { [](p -> <>qq) }
ltl b { [] X p }
ltl c { [](nsnt > 3) }
