#include <array>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct IfOp {
  static constexpr const OpInfo& kInfo = kOpInfo_if;
  using Params = abi::TfLiteIfParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// Returns the tensors after the condition, which are passed to the branches.
std::span<const int> BranchInputs(const abi::TfLiteNode& node) { return Values(node.inputs).subspan(1); }

Status CheckNode(Subgraph& caller, const abi::TfLiteNode& node, std::span<Subgraph* const> branches) {
  const std::span<const int> inputs = Values(node.inputs);
  if (inputs.empty() || inputs[0] < 0) return InvalidArgument("has no condition");
  const abi::TfLiteTensor& condition = caller.tensor(inputs[0]);
  if (condition.type != abi::kTfLiteBool || ImportShape(condition).NumElements() != 1) {
    return InvalidArgument("the condition is " + std::string(ir::Name(ir::FromTfLiteType(condition.type))) +
                           " " + ImportShape(condition).ToString() + ", expected one bool");
  }
  for (Subgraph* branch : branches) {
    LITEVK_RETURN_IF_ERROR(CheckCall(caller, BranchInputs(node), *branch, Values(node.outputs)));
  }
  return {};
}

abi::TfLiteStatus IfOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteIfParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  const std::array branches = {&caller.owner().subgraph(params.then_subgraph_index),
                               &caller.owner().subgraph(params.else_subgraph_index)};
  if (const Status status = CheckNode(caller, node, branches); !status.ok()) {
    return Fail<IfOp>(context, status.message());
  }
  return PrepareCalls(caller, BranchInputs(node), branches, Values(node.outputs));
}

abi::TfLiteStatus IfOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteIfParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  const bool condition = *caller.tensor(Values(node.inputs)[0]).data.raw != 0;
  Subgraph& branch =
      caller.owner().subgraph(condition ? params.then_subgraph_index : params.else_subgraph_index);
  return Call(caller, BranchInputs(node), branch, Values(node.outputs));
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_if() { return RegistrationOf<IfOp>(); }

}  // namespace litevk
