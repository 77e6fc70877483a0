# The layers of src/, from the text to the verdict: which folder may include which. A row is a folder, then the folders
# (or single files) that it may include besides itself. Every row is a library; CMakeLists.txt links them along
# this table, and tools/check_layers.cmake, which every build runs, refuses an include that is not in it. It
# also compares the table of docs/internals.md; tools/draw_layers draws the picture there from this table.
set(LAYERS
  "base"
  "model          base"
  "language       base model faults"
  "analysis       base model"
  "faults         base model analysis"
  "system/seam    base model/ids.hpp"
  "system         base model analysis faults system/seam"
  "reduction      base model analysis faults system system/seam"
  "native         base model faults system system/seam reduction"
  "store          base"
  "search         base store system/seam"
  "temporal       base store search system/seam model/formula.hpp"
  "smt            base model analysis faults system system/seam"
  "verify         base model analysis faults system system/seam reduction native store search temporal"
  "induction      base model analysis faults system system/seam store search smt verify"
  "parameterized  base model system/seam store search temporal smt verify"
  "promela        base model system/seam store search temporal parameterized verify"
  "report         base model analysis faults system system/seam reduction store search verify induction"
  "export         base model analysis faults")
