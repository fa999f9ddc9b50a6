#include <array>
#include <deque>
#include <string>
#include <vector>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/ops/concatenation.h"

namespace litevk::ref {
namespace {

int AxisOf(const ir::Params& params, int rank) {
  const int axis = params.As<abi::TfLiteConcatenationParams>().axis;
  return axis < 0 ? axis + rank : axis;
}

// Returns the uint8 input's values requantized to the output's scale.
std::vector<std::byte> Converted(const ConstView& input, const ir::Tensor& output) {
  const std::array<std::byte, 256> table = ConvertedIntegers(*input.tensor, output);
  std::vector<std::byte> integers(input.bytes.begin(), input.bytes.end());
  for (std::byte& integer : integers) integer = table[std::to_integer<size_t>(integer)];
  return integers;
}

Status CheckQuantized(const PreparedNode& node) {
  if (node.params.As<abi::TfLiteConcatenationParams>().activation != abi::kTfLiteActNone) {
    return Unsupported("the node has a fused activation, expected none");
  }
  for (const ir::Tensor* input : node.inputs) {
    if (input == nullptr || HowJoined(*input, *node.outputs[0]) != JoinedIntegers::kRefused) continue;
    return Unsupported("input '" + input->name +
                       "' is quantized in another way than the output, expected the same");
  }
  return {};
}

}  // namespace

static Status Concatenation(const KernelArgs& args) {
  const ir::Tensor& output = *args.outputs[0].tensor;
  std::vector<ConstView> inputs(args.inputs.begin(), args.inputs.end());
  std::deque<std::vector<std::byte>> converted;  // a deque does not move its elements
  for (ConstView& input : inputs) {
    if (HowJoined(*input.tensor, output) != JoinedIntegers::kConverted) continue;
    input.bytes = converted.emplace_back(Converted(input, output));
  }
  if (output.dims.NumElements() == 0) return {};
  const KernelArgs alike = {
      .params = args.params, .inputs = inputs, .outputs = args.outputs, .variables = args.variables};
  return JoinRows(alike, CountBetween(output.dims, 0, AxisOf(args.params, output.dims.rank())));
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(concatenation, &Concatenation, /*checks_values=*/false, &CheckQuantized)
