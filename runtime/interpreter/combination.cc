#include "runtime/interpreter/combination.h"

#include <algorithm>
#include <string>

#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

struct Row {
  int op_code;
  Combination combination;
};

constexpr Row kRows[] = {
    {abi::kTfLiteBuiltinStablehloAdd, Combination::kAdd},
    {abi::kTfLiteBuiltinAdd, Combination::kAdd},
    {abi::kTfLiteBuiltinStablehloMultiply, Combination::kMultiply},
    {abi::kTfLiteBuiltinMul, Combination::kMultiply},
    {abi::kTfLiteBuiltinStablehloMaximum, Combination::kMaximum},
    {abi::kTfLiteBuiltinMaximum, Combination::kMaximum},
    {abi::kTfLiteBuiltinStablehloMinimum, Combination::kMinimum},
    {abi::kTfLiteBuiltinMinimum, Combination::kMinimum},
    {abi::kTfLiteBuiltinLogicalAnd, Combination::kAnd},
    {abi::kTfLiteBuiltinLogicalOr, Combination::kOr},
};

std::string Called(const Subgraph& body) { return "subgraph " + std::to_string(body.index()); }

}  // namespace

Result<Combination> CombinationOf(Subgraph& body) {
  if (body.inputs().size() != 2 || body.outputs().size() != 1) {
    return InvalidArgument(Called(body) + " has " + std::to_string(body.inputs().size()) + " inputs and " +
                           std::to_string(body.outputs().size()) + " outputs, expected 2 and 1");
  }
  if (body.plan().empty() && body.outputs()[0] == body.inputs()[1]) return Combination::kReplace;
  if (body.plan().size() != 1) {
    return InvalidArgument(Called(body) + " has " + std::to_string(body.plan().size()) +
                           " nodes, expected one that combines both inputs");
  }
  const int index = body.plan()[0];
  const auto row = std::ranges::find(kRows, body.registration(index).builtin_code, &Row::op_code);
  const abi::TfLiteNode& node = body.node(index);
  const bool reads_both = std::ranges::is_permutation(Values(node.inputs), body.inputs());
  const bool is_result = std::ranges::equal(Values(node.outputs), body.outputs());
  if (row != std::end(kRows) && reads_both && is_result) return row->combination;
  return InvalidArgument(Called(body) + " is " +
                         std::string(abi::BuiltinName(body.registration(index).builtin_code)) +
                         ", expected a sum, product, maximum, minimum, and or or of both inputs");
}

}  // namespace litevk
