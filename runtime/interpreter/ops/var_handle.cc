#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct VarHandleOp {
  static constexpr const OpInfo& kInfo = kOpInfo_var_handle;
  using Params = abi::TfLiteVarHandleParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus VarHandleOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteVarHandleParams*>(node.user_data);
  Subgraph& subgraph = SubgraphOf(context);
  const int id = subgraph.owner().resources().Id(params.container == nullptr ? "" : params.container,
                                                 params.shared_name == nullptr ? "" : params.shared_name);
  const Status status = WriteHandle(subgraph, node, ir::Shape(), id);
  return status.ok() ? abi::kTfLiteOk : Fail<VarHandleOp>(context, status.message());
}

abi::TfLiteStatus VarHandleOp::Invoke(abi::TfLiteContext*, const abi::TfLiteNode&) { return abi::kTfLiteOk; }

}  // namespace

abi::TfLiteRegistration MakeRegistration_var_handle() { return RegistrationOf<VarHandleOp>(); }

}  // namespace litevk
