#include <array>

#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/pad.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

// Zeros before the first element along n, h, w and c.
std::array<int, 4> ZerosBefore(const NodeView& view) {
  const std::vector<int> amounts = ir::StoredInts(view.input(1));
  std::array<int, 4> before = {};
  const size_t rank = amounts.size() / 2;
  for (size_t axis = 0; axis < rank; ++axis) before[4 - rank + axis] = amounts[2 * axis];
  return before;
}

void Lower(Lowering& lowering) {
  const ir::Shape in = lowering.view().input(0).dims.ExpandedTo(4);
  const ir::Shape out = lowering.output_dims().ExpandedTo(4);
  const auto before = ZerosBefore(lowering.view());
  const uint32_t blocks = GroupsFor(out[3], 4);
  const auto total = static_cast<uint32_t>(blocks * out.Rows());
  const bool aligned = out[3] % 4 == 0;
  lowering.Emit<shaders::Pad>({.kLocalSizeX = kGroup,
                               .kAligned = aligned,
                               .kSourceAligned = aligned && in[3] % 4 == 0 && before[3] % 4 == 0},
                              {.out_h = static_cast<uint32_t>(out[1]),
                               .out_w = static_cast<uint32_t>(out[2]),
                               .out_c = static_cast<uint32_t>(out[3]),
                               .blocks = blocks,
                               .total = total,
                               .in_n = in[0],
                               .in_h = in[1],
                               .in_w = in[2],
                               .in_c = in[3],
                               .before_n = before[0],
                               .before_h = before[1],
                               .before_w = before[2],
                               .before_c = before[3]},
                              {.source = lowering.Input(0), .result = lowering.Output()},
                              FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_pad() {
  return {
      .op_code = abi::kTfLiteBuiltinPad,
      .types = {{{ir::DataType::kFloat32, ir::DataType::kInt32}, {ir::DataType::kFloat32}, 2}},
      .constraints = {{"the paddings are stored in the model or computed from shapes", InputIsPlanned<1>},
                      {"the rank of the input is at most 4",
                       [](const NodeView& view) { return view.input(0).dims.rank() <= 4; }}},
      .takes_epilogue = true,
      .lower = Lower,
  };
}

}  // namespace litevk
