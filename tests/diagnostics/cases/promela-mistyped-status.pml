#define V0 0
#define D0 1
symbolic int N;
assume(N >= 1);
int g;
atomic bad = some(P:pc == DO);
active[N] proctype P() {
  byte pc = V0;
end: do :: atomic { if :: pc == V0 -> pc = D0; :: pc == D0 -> pc = D0; fi } od
}
ltl safe { []!bad }
