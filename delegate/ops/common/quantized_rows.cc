#include "delegate/ops/common/quantized_rows.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/common/row_lanes.h"
#include "runtime/graph/divisor.h"
#include "runtime/opset/common/softmax16.h"
#include "runtime/opset/common/softmax8.h"
#include "shaders/quantized_rows.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizedRows;

constexpr uint32_t kGroup = 64;

// Returns the lanes that share a row. If a word may have values of two rows, a workgroup has at least four
// rows, which are whole words, or all rows.
uint32_t LanesOf(const ir::Shape& dims, bool is_aligned, uint32_t units) {
  constexpr uint32_t kMostOfFourRows = kGroup / 4;
  const uint32_t most = is_aligned || dims.Rows() == 1 ? kGroup : kMostOfFourRows;
  return std::min(std::bit_ceil(units), most);
}

void SetMultiplier(const FixedPoint& multiplier, Shader::Push& push) {
  push.multiplier = multiplier.multiplier;
  push.left = multiplier.left;
  push.right = multiplier.right;
}

// Emits one dispatch. `push` has the constants that do not describe the layout of the rows.
void EmitRows(Lowering& lowering, RowFunction function, Shader::Push push, std::span<const int32_t> table) {
  const ir::Shape& dims = lowering.output_dims();
  const NodeView& view = lowering.view();
  const ir::IntegerRange range = ir::RangeOf(view.output().type);
  const bool is_aligned = dims.channels() % 4 == 0;
  push.channels = static_cast<uint32_t>(dims.channels());
  push.by_channels = gpu::Divisor(push.channels);
  push.units = is_aligned ? push.channels / 4 : push.channels;
  push.rows = static_cast<uint32_t>(dims.Rows());
  push.elements = static_cast<uint32_t>(dims.NumElements());
  push.lowest = static_cast<int32_t>(range.lowest);
  push.highest = static_cast<int32_t>(range.highest);
  const uint32_t lanes = LanesOf(dims, is_aligned, push.units);
  lowering.Emit<Shader>(
      {.kFunction = static_cast<uint32_t>(function),
       .kAligned = is_aligned,
       .kKind = KindOf(view.input(0)),
       .kBytes = lowering.InputBytes(0),
       .kResultBytes = lowering.OutputBytes(),
       .kLanes = lanes},
      push, {.source = lowering.Input(0), .table = AddIntegers(lowering, table), .result = lowering.Output()},
      FlatGroups(dims.Rows() * lanes, kGroup, lowering.limits()));
}

}  // namespace

void LowerQuantizedSoftmax(Lowering& lowering, double step, RowFunction function) {
  constexpr int kSteps = 256;
  StepPowers powers(step);
  std::vector<int32_t> table;
  table.reserve(kSteps);
  for (int steps = 0; steps < kSteps; ++steps) table.push_back(powers(steps));
  const FixedPoint inverse = powers.InverseMultiplier();
  Shader::Push push = {.most_steps = powers.most_steps(),
                       .steps_multiplier = inverse.multiplier,
                       .steps_left = inverse.left,
                       .steps_right = inverse.right};
  SetMultiplier(powers.multiplier(), push);
  EmitRows(lowering, function, push, table);
}

void LowerSoftmax16(Lowering& lowering, float step) {
  static const Softmax16Tables kTables;
  std::vector<int32_t> table(kTables.exponential.entries().begin(), kTables.exponential.entries().end());
  table.insert(table.end(), kTables.inverse.entries().begin(), kTables.inverse.entries().end());
  Shader::Push push;
  SetMultiplier(Softmax16Multiplier(step), push);
  EmitRows(lowering, RowFunction::kSoftmax16, push, table);
}

void LowerQuantizedL2Normalization(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const Shader::Push push = {.zero_point = ZeroPointOf(view.input(0)),
                             .result_zero_point = ZeroPointOf(view.output())};
  constexpr int32_t kNoTable = 0;
  EmitRows(lowering, RowFunction::kL2Norm, push, std::span(&kNoTable, 1));
}

GpuKernel QuantizedRowsKernel(std::string_view signature, void (*lower)(Lowering&)) {
  return {.signature = signature,
          .note = "with the CPU's result bit for bit",
          .constraints = {HasRows()},
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = lower};
}

}  // namespace litevk
