/* An atomic block that is blocked lets others go on, and can then be seen. */
byte x, y;
active proctype P() { atomic { x = 1; y == 1; x = 0 } }
active proctype Q() { y = 1 }
ltl unseen { [](x != 1) }
ltl seen { <>(x == 1) }
