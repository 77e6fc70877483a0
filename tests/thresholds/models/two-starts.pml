/* The run to the violation begins in the second initial state, and a variable grows for ever. */
symbolic int N;
assume(N >= 1);
int x, y;
active[N] proctype P() {
  byte pc = 0;
  if
    :: pc = 0;
    :: pc = 2;
  fi;
end:
  do
    :: atomic {
      if
        :: pc == 0 -> x++;
        :: pc == 2 -> x++;
        :: pc == 2 && x > 3 -> pc = 1; y++;
        :: pc == 1 -> x++;
      fi
    }
  od;
}
atomic moved = some(P:pc == 1);
ltl safe { []!moved }
