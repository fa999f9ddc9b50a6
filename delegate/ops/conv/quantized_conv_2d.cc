#include "delegate/ops/conv/quantized_conv_2d.h"

#include <algorithm>
#include <string>

#include "delegate/ops/conv/quantized_algorithms.h"
#include "delegate/ops/move/strided.h"

namespace litevk {
namespace {

std::string ParametersOf(const Lowering& lowering, const QuantizedProblem& problem) {
  const QuantizedLayout& layout = problem.layout;
  const std::string groups =
      layout.depth_multiplier > 0 ? "depthwise" : "groups " + std::to_string(layout.groups);
  return ToString(problem.window) + " " + groups + " " + std::string(ir::Name(lowering.view().output().type));
}

}  // namespace

double FlopsOfIntegers(const NodeView& view) {
  const bool has_tiles = AreInt8(view, kConvInputs);
  return (has_tiles ? IntegerTime(view.limits()) : kShiftTime) * FlopsOf(view);
}

bool QuantizedConvFits(const NodeView& view, const QuantizedLayout& layout) {
  const ir::Shape& output = view.output().dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const uint64_t blocks = layout.BlockedElements(output.has_unknown() ? 0 : output.Rows()) *
                          (view.output().type == ir::DataType::kInt16 ? 2 : 1);
  return std::max({layout.Weights(), gpu::BytesOf(layout.ChannelWords(), gpu::Storage::kBits32), blocks}) <=
         view.limits().max_tensor_bytes();
}

void EmitQuantizedConv2d(Lowering& lowering, QuantizedProblem problem) {
  const QuantizedLayout& layout = problem.layout;
  const int64_t pixels = lowering.output_dims().Rows();
  const bool is_whole = layout.outputs % 4 == 0;
  problem.result = is_whole ? lowering.Output()
                            : lowering.AddScratch("channel blocks", layout.BlockedElements(pixels),
                                                  lowering.OutputStorage());
  EmitChosen(lowering, ParametersOf(lowering, problem), problem, QuantizedConvAlgorithms());
  if (is_whole) return;
  const int64_t group_stride = int64_t{layout.Blocks()} * 4;
  EmitCopy(lowering, problem.result,
           {.source = {
                {pixels, group_stride * layout.groups}, {layout.groups, group_stride}, {layout.outputs, 1}}});
}

}  // namespace litevk
