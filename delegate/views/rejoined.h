// What was cut apart and is joined again in the same order, beside other tensors: networks whose blocks split
// their channels, work on one part and join all of it in the end. The tensor that was cut lies in the joined
// one as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "delegate/kernel/row_view.h"
#include "runtime/ir/graph.h"

namespace litevk {

// How a part of a join was made, where it was cut out of `base`.
struct CutPart {
  ir::TensorId base = ir::kAbsent;
  RowView rows;               // of the part in the base
  int64_t elements = 0;       // of the part
  int64_t base_elements = 0;  // of the base
};

struct Rejoined {
  ir::TensorId base = ir::kAbsent;
  RowView rows;            // of the base in the joined tensor
  std::vector<int> parts;  // that make it
};

// `parts` are those of a join, each where it lies in the joined tensor; `cuts` are theirs, if there are any.
std::vector<Rejoined> FindRejoined(const std::vector<RowView>& parts,
                                   const std::vector<std::optional<CutPart>>& cuts);

}  // namespace litevk
