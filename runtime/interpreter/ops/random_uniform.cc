#include <array>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/random_node.h"

namespace litevk {
namespace {

struct RandomUniformOp {
  static constexpr const OpInfo& kInfo = kOpInfo_random_uniform;
  using Params = abi::TfLiteRandomParams;
  using State = RandomNode;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

std::array<float, 4> Draw(const PhiloxNumbers& numbers) {
  return {UniformFloat(numbers[0]), UniformFloat(numbers[1]), UniformFloat(numbers[2]),
          UniformFloat(numbers[3])};
}

abi::TfLiteStatus RandomUniformOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const Status status = PrepareFloats(SubgraphOf(context), node);
  return status.ok() ? abi::kTfLiteOk : Fail<RandomUniformOp>(context, status.message());
}

abi::TfLiteStatus RandomUniformOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const Status status = DrawFloats(SubgraphOf(context), node, Draw);
  return status.ok() ? abi::kTfLiteOk : Fail<RandomUniformOp>(context, status.message());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_random_uniform() { return RegistrationOf<RandomUniformOp>(); }

}  // namespace litevk
