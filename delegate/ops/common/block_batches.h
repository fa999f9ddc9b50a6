// SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND, whose rows a table of the host picks.
#pragma once

#include <string_view>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/kernel/op_spec.h"
#include "delegate/ops/move/node_query.h"
#include "runtime/opset/common/block_batches.h"

namespace litevk {

// Returns the constraints. `margins` is the text of the one about input 2.
inline std::vector<Constraint> BlockConstraints(std::string_view margins) {
  return {{"the block shape is stored in the model or computed from shapes", InputIsPlanned<1>},
          {margins, InputIsPlanned<2>}};
}

}  // namespace litevk
