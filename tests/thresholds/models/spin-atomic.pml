/* Formulas do not see inside of atomic blocks. */
int x;
active proctype P() { atomic { x = 1; x = 0 } }
active proctype Q() { skip }
ltl q { <>(x == 1) }
ltl r { [](x != 1) }
