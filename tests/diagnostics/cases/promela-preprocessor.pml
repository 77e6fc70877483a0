#if 1
#define F(x) x
#include "other.pml"
#ifdef N
symbolic int N;
active[N] proctype P() { byte pc; end: do :: atomic { pc = 1 } od }
