#include "runtime/interpreter/combination.h"

#include <algorithm>
#include <string>

#include "runtime/model/tensor_data.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_names.h"

namespace litevk {
namespace {

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
  const OpInfo* info = FindOpInfo(body.registration(index).builtin_code);
  const abi::TfLiteNode& node = body.node(index);
  const bool reads_both = std::ranges::is_permutation(Values(node.inputs), body.inputs());
  const bool is_result = std::ranges::equal(Values(node.outputs), body.outputs());
  const bool combines = info != nullptr && info->combination != Combination::kNone;
  if (combines && reads_both && is_result) return info->combination;
  return InvalidArgument(Called(body) + " is " +
                         std::string(abi::BuiltinName(body.registration(index).builtin_code)) +
                         ", expected a sum, product, maximum, minimum, and or or of both inputs");
}

}  // namespace litevk
