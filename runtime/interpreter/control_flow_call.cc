#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct CallOp {
  static constexpr int kCode = abi::kTfLiteBuiltinCall;
  static constexpr const char* kName = "CALL";
  using Params = abi::TfLiteCallParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

struct CallOnceOp {
  static constexpr int kCode = abi::kTfLiteBuiltinCallOnce;
  static constexpr const char* kName = "CALL_ONCE";
  using Params = abi::TfLiteCallOnceParams;
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

abi::TfLiteStatus CallOnceOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteCallOnceParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  Subgraph& callee = caller.interpreter().subgraph(params.init_subgraph_index);
  const Status status = CheckCall(caller, Values(node.inputs), callee, Values(node.outputs));
  if (!status.ok()) return Fail<CallOnceOp>(context, status.message());
  if (callee.inputs().empty() && callee.outputs().empty()) return abi::kTfLiteOk;
  return Fail<CallOnceOp>(
      context, "subgraph " + std::to_string(callee.index()) + " has inputs or outputs, expected none");
}

abi::TfLiteStatus CallOnceOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteCallOnceParams*>(node.user_data);
  Interpreter& interpreter = SubgraphOf(context).interpreter();
  ResourceTable& resources = interpreter.resources();
  if (resources.has_run(params.init_subgraph_index)) return abi::kTfLiteOk;
  Subgraph& callee = interpreter.subgraph(params.init_subgraph_index);
  if (const auto status = RunCall(callee, {}); status != abi::kTfLiteOk) return status;
  callee.ReleaseMemory();
  resources.MarkRun(params.init_subgraph_index);
  return abi::kTfLiteOk;
}

}  // namespace

abi::TfLiteRegistration CallRegistration() { return RegistrationOf<CallOp>(); }
abi::TfLiteRegistration CallOnceRegistration() { return RegistrationOf<CallOnceOp>(); }

}  // namespace litevk
