#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct CallOnceOp {
  static constexpr const OpInfo& kInfo = kOpInfo_call_once;
  using Params = abi::TfLiteCallOnceParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus CallOnceOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteCallOnceParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  Subgraph& callee = caller.owner().subgraph(params.init_subgraph_index);
  const Status status = CheckCall(caller, Values(node.inputs), callee, Values(node.outputs));
  if (!status.ok()) return Fail<CallOnceOp>(context, status.message());
  if (callee.inputs().empty() && callee.outputs().empty()) return abi::kTfLiteOk;
  return Fail<CallOnceOp>(
      context, "subgraph " + std::to_string(callee.index()) + " has inputs or outputs, expected none");
}

abi::TfLiteStatus CallOnceOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteCallOnceParams*>(node.user_data);
  SubgraphOwner& owner = SubgraphOf(context).owner();
  ResourceTable& resources = owner.resources();
  if (resources.has_run(params.init_subgraph_index)) return abi::kTfLiteOk;
  Subgraph& callee = owner.subgraph(params.init_subgraph_index);
  if (const auto status = RunCall(callee, {}); status != abi::kTfLiteOk) return status;
  callee.ReleaseMemory();
  resources.MarkRun(params.init_subgraph_index);
  return abi::kTfLiteOk;
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_call_once() { return RegistrationOf<CallOnceOp>(); }

}  // namespace litevk
