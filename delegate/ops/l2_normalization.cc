#include <algorithm>
#include <bit>

#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/l2_normalization.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;  // l2_normalization.comp's workgroup

void Lower(Lowering& lowering) {
  const ir::Shape& dims = lowering.output_dims();
  const bool aligned = dims.channels() % 4 == 0;
  const uint32_t blocks = GroupsFor(dims.channels(), 4);
  const uint32_t lanes = std::min(std::bit_ceil(blocks), kGroup);
  lowering.Emit<shaders::L2Normalization>({.kLocalSizeX = kGroup, .kAligned = aligned, .kLanes = lanes},
                                          {.channels = static_cast<uint32_t>(dims.channels()),
                                           .blocks = blocks,
                                           .rows = static_cast<uint32_t>(dims.Rows())},
                                          {.source = lowering.Input(0), .result = lowering.Output()},
                                          FlatGroups(dims.Rows() * lanes, kGroup, lowering.limits()), {},
                                          lowering.ReductionLoadsWhen(aligned));
}

}  // namespace

OpSpec MakeSpec_l2_normalization() {
  return {
      .op_code = abi::kTfLiteBuiltinL2Normalization,
      .signatures = {{.lower = Lower}},
      .constraints = {{"the rank of the input is at least 1",
                       [](const NodeView& view) { return view.input(0).dims.rank() >= 1; }}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
