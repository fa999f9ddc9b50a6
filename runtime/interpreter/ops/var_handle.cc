#include <cstring>

#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct VarHandleOp {
  static constexpr const OpInfo& kInfo = kOpInfo_var_handle;
  using Params = abi::TfLiteVarHandleParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// A handle is the variable's id as an int32. It is known before the run, so it is written when the node is
// prepared and counts as a constant from then on.
abi::TfLiteStatus VarHandleOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteVarHandleParams*>(node.user_data);
  const std::span<const int> outputs = Values(node.outputs);
  if (outputs.size() != 1 || outputs[0] < 0) return Fail<VarHandleOp>(context, "expected one output");
  Subgraph& subgraph = SubgraphOf(context);
  abi::TfLiteTensor& handle = subgraph.tensor(outputs[0]);
  if (handle.type != abi::kTfLiteResource) return Fail<VarHandleOp>(context, "the output is no resource");
  const int id =
      subgraph.interpreter().resources().Id(params.container == nullptr ? "" : params.container,
                                            params.shared_name == nullptr ? "" : params.shared_name);
  handle.allocation_type = abi::kTfLitePersistentRo;
  const ir::Shape scalar;
  if (const auto status = ResizeOutputs(subgraph, outputs, {&scalar, 1}); status != abi::kTfLiteOk) {
    return status;
  }
  abi::TfLiteTensor& output = subgraph.tensor(outputs[0]);
  const auto value = static_cast<int32_t>(id);
  if (!ReserveData(output, sizeof(value))) return Fail<VarHandleOp>(context, "no memory for the handle");
  std::memcpy(output.data.data, &value, sizeof(value));
  output.bytes = sizeof(value);
  return abi::kTfLiteOk;
}

abi::TfLiteStatus VarHandleOp::Invoke(abi::TfLiteContext*, const abi::TfLiteNode&) { return abi::kTfLiteOk; }

}  // namespace

abi::TfLiteRegistration MakeRegistration_var_handle() { return RegistrationOf<VarHandleOp>(); }

}  // namespace litevk
