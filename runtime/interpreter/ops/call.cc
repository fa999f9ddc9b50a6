#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct CallOp {
  static constexpr const OpInfo& kInfo = kOpInfo_call;
  using Params = abi::TfLiteCallParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus CallOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteCallParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  Subgraph& callee = caller.interpreter().subgraph(params.subgraph_index);
  const std::span<const int> inputs = Values(node.inputs);
  const std::span<const int> outputs = Values(node.outputs);
  if (const Status status = CheckCall(caller, inputs, callee, outputs); !status.ok()) {
    return Fail<CallOp>(context, status.message());
  }
  if (const auto status = PrepareCall(caller, inputs, callee); status != abi::kTfLiteOk) return status;
  if (HasStaticOutputs(callee)) return ResizeOutputs(caller, outputs, OutputDims(callee));
  MakeDynamic(caller, outputs);
  return abi::kTfLiteOk;
}

abi::TfLiteStatus CallOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteCallParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  return Call(caller, Values(node.inputs), caller.interpreter().subgraph(params.subgraph_index),
              Values(node.outputs));
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_call() { return RegistrationOf<CallOp>(); }

}  // namespace litevk
