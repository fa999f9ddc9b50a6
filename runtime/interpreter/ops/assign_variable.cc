#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

struct AssignVariableOp {
  static constexpr const OpInfo& kInfo = kOpInfo_assign_variable;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus AssignVariableOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(kInfo, subgraph, node); !status.ok()) {
    return Fail<AssignVariableOp>(context, status.message());
  }
  if (subgraph.tensor(Values(node.inputs)[1]).type != abi::kTfLiteVariant) return abi::kTfLiteOk;
  return Fail<AssignVariableOp>(context, "the value is a variant, which cannot be stored");
}

abi::TfLiteStatus AssignVariableOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const std::span<const int> inputs = Values(node.inputs);
  const Result<int> id = ReadHandle(subgraph, inputs[0]);
  if (!id.ok()) return Fail<AssignVariableOp>(context, id.status().message());
  const TensorValue value = ReadTensors(subgraph, inputs.last(1))[0];
  subgraph.owner().resources().Assign(*id,
                                      {value.type, value.dims, {value.bytes.begin(), value.bytes.end()}});
  return abi::kTfLiteOk;
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_assign_variable() { return RegistrationOf<AssignVariableOp>(); }

}  // namespace litevk
