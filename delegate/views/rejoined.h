// Tensors that were cut apart and are joined again in the same order, beside other tensors. Networks whose
// blocks split their channels do so: they work on one part and join all of it in the end. The tensor that was
// cut lies in the joined one as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "delegate/kernel/strided_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Origin of a part of a join that was cut out of `base`.
struct CutPart {
  ir::TensorId base = ir::kAbsent;
  StridedView rows;           // view of the part in the base
  int64_t elements = 0;       // elements of the part
  int64_t base_elements = 0;  // elements of the base
};

struct Rejoined {
  ir::TensorId base = ir::kAbsent;
  StridedView rows;        // view of the base in the joined tensor
  std::vector<int> parts;  // indices of the parts that make it
};

// Finds the tensors. `parts` are the views of a join's parts in the joined tensor; `cuts` are the origins of
// the parts, if there are any.
std::vector<Rejoined> FindRejoined(const std::vector<StridedView>& parts,
                                   const std::vector<std::optional<CutPart>>& cuts);

}  // namespace litevk
