/* [] and <> bind more tightly than U, V and W. */
bool f; int x; active proctype P(){ x = 1; x = 2; x = 3; }
ltl r1 { <>f U (x == 1) }
ltl r2 { eventually f until (x == 1) }
ltl r3 { []f W (x == 3) }
ltl r4 { [](x < 2) U (x == 3) }
ltl r5 { !f U (x == 3) }
ltl r6 { (x == 0) U (x == 1) U (x == 2) }
ltl r7 { (x == 0) U (x == 2) U (x == 1) }
ltl r8 { (x == 0) W (x == 2) W (x == 1) }
ltl r9 { (x == 9) V (x == 0) V (x <= 3) }
ltl s1 { (x == 0) -> (x == 1) -> f }
ltl s2 { <>(x == 3) -> f -> (x == 1) }
ltl s3 { f <-> f -> (x == 1) }
ltl s4 { (x == 0) U (x == 1) && f || true }
