#include "delegate/ops/families/softmax.h"

#include <algorithm>
#include <bit>

#include "delegate/ops/constraints.h"
#include "shaders/softmax.h"

namespace litevk {

void LowerSoftmax(Lowering& lowering, float beta, bool is_log) {
  constexpr uint32_t kGroup = 64;  // softmax.comp's workgroup
  const ir::Shape& dims = lowering.output_dims();
  const bool aligned = dims.channels() % 4 == 0;
  const uint32_t blocks = GroupsFor(dims.channels(), 4);
  const uint32_t lanes = std::min(std::bit_ceil(blocks), kGroup);
  lowering.Emit<shaders::Softmax>(
      {.kLocalSizeX = kGroup, .kAligned = aligned, .kLanes = lanes, .kIsLog = is_log},
      {.channels = static_cast<uint32_t>(dims.channels()),
       .blocks = blocks,
       .rows = static_cast<uint32_t>(dims.Rows()),
       .beta = beta},
      {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(dims.Rows() * lanes, kGroup, lowering.limits()), {}, lowering.ReductionLoadsWhen(aligned));
}

OpSpec MakeSoftmax(int op_code, void (*lower)(Lowering&)) {
  return {
      .op_code = op_code,
      .signatures = {{.element = kFloat32, .lower = lower}},
      .constraints = {{"the rank of the input is at least 1",
                       [](const NodeView& view) { return view.input(0).dims.rank() >= 1; }}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
