// Whole models as the parser's tests use them: the two printed models of the FTDP paper, with the printed
// ellipses written out as counts, and a model in the short form.
#pragma once

namespace quorate::test {

inline constexpr const char* kPrintedPaxos = R"ftdp(
protocol paxos (m := 2, n := 3, L := 2)
type leaderID: role[m];      // m processes are leaders
     acceptorID: role[n];    // n processes are acceptors
     Msg: record
       msgType: enum {READ, READ_REPL, WRITE};
       propNo: 1..m*L;
       currPropNo: 0..m*L;
       val: 0..m end;
var leader: array[leaderID] of record
      propVal: 1..m;
      propNoPool: array[1..L] of 1..m*L;
      propNoID: 0..L;
      readReplCnt: 0..⌈(n+1)/2⌉;
      readReplHighestProp: record
        propNo: 0..m*L;
        val: 0..m end end;
    acceptor: array[acceptorID] of record
      currPropNo: 0..m*L;
      acceptedVal: 0..m;
      highestPropNo: 0..m*L end;
init
  [(i1:leaderID)][(i2:leaderID)][(j1:acceptorID)][(j2:acceptorID)] initRule:
  if i1≠i2 ∧ j1≠j2 then
    undefine leader; undefine acceptor;
    leader[i1].propVal:=1; leader[i2].propVal:=2;
    leader[i1].propNoPool[1]:=1; leader[i1].propNoPool[2]:=3;
    leader[i2].propNoPool[1]:=2; leader[i2].propNoPool[2]:=4;
    leader[i1].propNoID:=0; leader[i2].propNoID:=0;
    leader[i1].status:=corr; leader[i2].status:=corr;
    for k:acceptorID do
      acceptor[k].currPropNo:=0;
      acceptor[k].highestPropNo:=0;
      if k=j1∨k=j2
      then acceptor[k].status:=corr else acceptor[k].status:=crash endif endfor endif;
rules
[](i:leaderID) leaderElect:
  if leader[i].propNoID < L then
    leader[i].propNoID := leader[i].propNoID + 1;
    leader[i].readReplCnt := 0;
    leader[i].readReplHighestProp.propNo := 0;
    for k:acceptorID do
      2acceptor[k].msgType := READ;
      2acceptor[k].propNo := leader[i].propNoPool[leader[i].propNoID] endfor endif;
[]
[](i:acceptorID)[](j:leaderID) onReceiveREAD:
  if msg.msgType = READ then
    if msg.propNo > acceptor[i].highestPropNo then
      acceptor[i].highestPropNo := msg.propNo;
      2leader[j].msgType := READ_REPL;
      2leader[j].propNo := msg.propNo;
      2leader[j].currPropNo := acceptor[i].currPropNo;
      if acceptor[i].currPropNo > 0 then 2leader[j].val := acceptor[i].acceptedVal endif endif endif;
[(i:leaderID)[(j:acceptorID) onReceiveREAD_REPL:
  if msg.msgType = READ_REPL then
    if leader[i].readReplCnt < ⌈(n+1)/2⌉ then
      leader[i].readReplCnt := leader[i].readReplCnt + 1;
      if msg.currPropNo > leader[i].readReplHighestProp.propNo then
        leader[i].readReplHighestProp.propNo := msg.currPropNo;
        leader[i].readReplHighestProp.val := msg.val endif;
      if leader[i].readReplCnt = ⌈(n+1)/2⌉ then
        for k:acceptorID do
          2acceptor[k].msgType := WRITE;
          2acceptor[k].propNo := leader[i].propNoPool[leader[i].propNoID];
          if leader[i].readReplHighestProp.propNo = 0
            then 2acceptor[k].val := leader[i].propVal;
            else 2acceptor[k].val := leader[i].readReplHighestProp.val; endif endfor endif endif endif;
[(i:acceptorID)[(j:leaderID) onReceiveWRITE:
  if msg.msgType = WRITE then
    if msg.propNo ≥ acceptor[i].highestPropNo then
      acceptor[i].currPropNo := msg.propNo;   acceptor[i].acceptedVal := msg.val endif endif;
safety: ∀ (val: 1..2) G (∃ (p: 1..m*L)
    count(i: acceptorID | acceptor[i].currPropNo = p ∧ acceptor[i].acceptedVal = val) ≥ ⌈(n+1)/2⌉ ⇒
    ¬ (F ∃ (q: 1..m*L)
      count(j: acceptorID | acceptor[j].currPropNo = q ∧ acceptor[j].acceptedVal ≠ val) ≥ ⌈(n+1)/2⌉))
)ftdp";

inline constexpr const char* kPrintedOralMessages = R"ftdp(
type commanderID: scalarset[1];                 // one commander
     lieutenantID: scalarset[n]                 // n lieutenants
     Msg: record comm: Boolean end
var  commander: array[commanderID] of record
       command: Boolean;                        // commander's order
       hasProposed: Boolean end;
     lieutenant: array[lieutenantID] of record
       commands: array[lieutenantID] of Boolean;
       decision: Boolean; end
init
[]:(i:lieutenantID)[](comm:Boolean) init1:
  undefine lieutenant;
  for k:commanderID do
    commander[k].command:=comm;
    commander[k].hasProposed:=false;
    commander[k].status:=corr;
  endfor;
  for k:lieutenantID do
    if k=i then lieutenant[k].status:=byz else lieutenant[k].status:=corr
    endif endfor;
[]
[]:(i:commanderID) init2:
  undefine commander;
  undefine lieutenant;
  commander[i].status:=byz;
  for k:lieutenantID do lieutenant[k].status:=corr endfor;
rules
[]:(i:commanderID) propose:
  if ¬commander[i].hasProposed then
    for k:lieutenantID do 2lieutenant[k].comm:=command endfor;
    commander[i].hasProposed:=true
  endif
[]
[]:(i:lieutenantID)[](j:commanderID) recProp:
  if isundefined(lieutenant[i].commands[i]) then
    if msg.absent
    then lieutenant[i].commands[i]:=defVal
    else lieutenant[i].commands[i]:=msg.comm
    endif;
    for k:lieutenantID do
      if k≠i then 2lieutenant[k].comm:=lieutenant[i].commands[i] endif endfor
  endif
[]
[]:(i:lieutenantID)[](j:lieutenantID) recComm:
  if isundefined(lieutenant[i].commands[j]) then
    if msg.absent
    then lieutenant[i].commands[j]:=defVal
    else lieutenant[i].commands[j]:=msg.comm
    endif;
    if ∀(k:lieutenantID) ¬isundefined(lieutenant[i].commands[k]) then
      if count(k: lieutenantID | lieutenant[i].commands[k] ≠ defVal) ≥ ⌈(n+1)/2⌉
      then lieutenant[i].decision:=¬defVal
      else lieutenant[i].decision:=defVal
      endif
    endif
  endif;
[]
ELSE
IC1: F ∀(i:lieutenantID) ∀(j:lieutenantID)
  lieutenant[i].status = corr ∧ lieutenant[j].status = corr ⇒
  ¬isundefined(lieutenant[i].decision) ∧ ¬isundefined(lieutenant[j].decision) ∧
  lieutenant[i].decision = lieutenant[j].decision
IC2: G ∀(i:commanderID) ∀(j:lieutenantID)
  commander[i].status = corr ∧ ¬isundefined(lieutenant[j].decision) ⇒
  commander[i].command = lieutenant[j].decision
)ftdp";

inline constexpr const char* kShortPaxos = R"ftdp(
protocol paxos (m := 2, n := 3)              // parameters with defaults; --set m=3

channels asynchronous, lossy, unordered, bound 2
faults   acceptor: at most (n - 1) / 2 crash

role proposer[m]
  var number: 1..m := distinct;              // every proposer its own number
      phase: enum {idle, preparing, proposing} := idle

role acceptor[n]
  var promised: 0..m := 0;  accepted: 0..m := 0;  vote: 1..m

role learner
  var learned: set of 1..m := {}

message PREPARE (number: 1..m)
message PROMISE (number: 1..m, accepted: 0..m, vote: 1..m)
message ACCEPT  (number: 1..m, value: 1..m)
message ACCEPTED(number: 1..m, value: 1..m)

rule prepare of proposer p:
  when p.phase = idle do
    p.phase := preparing;
    send PREPARE(p.number) to all acceptor

rule promise of acceptor a on PREPARE from proposer p:
  when msg.number > a.promised do
    a.promised := msg.number;
    send PROMISE(msg.number, a.accepted, a.vote) to p

rule propose of proposer p on PROMISE from quorum Q[majority(n)] of acceptor:
  when p.phase = preparing and all(j: Q | msg[j].number = p.number) do
    p.phase := proposing;
    let best := argmax(j: Q | msg[j].accepted);
    send ACCEPT(p.number, if msg[best].accepted > 0 then msg[best].vote else p.number) to all acceptor

rule vote of acceptor a on ACCEPT from proposer p:
  when msg.number >= a.promised do
    a.promised := msg.number;  a.accepted := msg.number;  a.vote := msg.value;
    send ACCEPTED(msg.number, msg.value) to all learner

rule learn of learner l on ACCEPTED from quorum Q[majority(n)] of acceptor:
  when exists(x: 1..m | all(j: Q | msg[j].number = x)) do
    l.learned := l.learned + {msg[any Q].value}

invariant agreement: all(l: learner | size(l.learned) <= 1)
property  progress:  <> some(l: learner | size(l.learned) = 1)     under fair
)ftdp";

}  // namespace quorate::test
