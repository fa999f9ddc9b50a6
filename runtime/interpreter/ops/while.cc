#include <utility>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct WhileOp {
  static constexpr const OpInfo& kInfo = kOpInfo_while;
  using Params = abi::TfLiteWhileParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// The loop's variables between two runs of its subgraphs. Changed values are copied out of the tensors. The
// body may return its inputs in another order, and preparing it for new shapes moves its tensors.
class LoopVariables {
 public:
  // Takes the caller's own values, before the first iteration.
  explicit LoopVariables(std::vector<TensorValue> values)
      : values_(std::move(values)), bytes_(values_.size()) {}

  void Take(Subgraph& body) {
    const std::vector<TensorValue> outputs = ReadTensors(body, body.outputs());
    for (size_t index = 0; index < values_.size(); ++index) {
      const bool is_handed_on = body.outputs()[index] == body.inputs()[index];
      if (is_handed_on) continue;
      bytes_[index].assign(outputs[index].bytes.begin(), outputs[index].bytes.end());
      values_[index] = {outputs[index].type, outputs[index].dims, bytes_[index]};
    }
  }
  std::span<const TensorValue> values() const { return values_; }

 private:
  std::vector<TensorValue> values_;
  std::vector<std::vector<std::byte>> bytes_;  // values of changed variables
};

Status CheckCondition(Subgraph& condition) {
  const abi::TfLiteTensor& output = condition.tensor(condition.outputs()[0]);
  if (output.type == abi::kTfLiteBool && ImportShape(output).NumElements() == 1) return {};
  return InvalidArgument("the condition, output 0 of subgraph " + std::to_string(condition.index()) +
                         ", is " + std::string(ir::Name(ir::FromTfLiteType(output.type))) + " " +
                         ImportShape(output).ToString() + ", expected one bool");
}

Status CheckNode(Subgraph& caller, const abi::TfLiteNode& node, Subgraph& condition, Subgraph& body) {
  const std::span<const int> inputs = Values(node.inputs);
  const std::span<const int> outputs = Values(node.outputs);
  if (outputs.size() != inputs.size()) {
    return InvalidArgument("has " + std::to_string(inputs.size()) + " inputs and " +
                           std::to_string(outputs.size()) + " outputs, expected as many");
  }
  const size_t condition_outputs = condition.outputs().size();
  if (condition_outputs != 1 || condition.outputs()[0] < 0) {
    return InvalidArgument("subgraph " + std::to_string(condition.index()) + ", the condition, has " +
                           std::to_string(condition_outputs) + " outputs, expected 1");
  }
  const std::vector<int> no_output = {-1};
  LITEVK_RETURN_IF_ERROR(CheckCall(caller, inputs, condition, no_output));
  return CheckCall(caller, inputs, body, outputs);
}

// True if the variables keep their shapes however often the body runs.
bool KeepsShapes(Subgraph& caller, std::span<const int> variables, Subgraph& body) {
  if (!HasStaticOutputs(body)) return false;
  const std::vector<ir::Shape> dims = OutputDims(body);
  for (size_t index = 0; index < variables.size(); ++index) {
    if (variables[index] >= 0 && ImportShape(caller.tensor(variables[index])) != dims[index]) return false;
  }
  return true;
}

abi::TfLiteStatus WhileOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteWhileParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  Subgraph& condition = caller.owner().subgraph(params.cond_subgraph_index);
  Subgraph& body = caller.owner().subgraph(params.body_subgraph_index);
  if (const Status status = CheckNode(caller, node, condition, body); !status.ok()) {
    return Fail<WhileOp>(context, status.message());
  }
  const std::span<const int> inputs = Values(node.inputs);
  for (Subgraph* callee : {&condition, &body}) {
    if (const auto status = PrepareCall(caller, inputs, *callee); status != abi::kTfLiteOk) return status;
  }
  if (HasStaticOutputs(condition)) {
    const Status status = CheckCondition(condition);
    if (!status.ok()) return Fail<WhileOp>(context, status.message());
  }
  const std::span<const int> outputs = Values(node.outputs);
  if (KeepsShapes(caller, inputs, body)) return ResizeOutputs(caller, outputs, OutputDims(body));
  MakeDynamic(caller, outputs);
  return abi::kTfLiteOk;
}

abi::TfLiteStatus WhileOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const abi::TfLiteWhileParams*>(node.user_data);
  Subgraph& caller = SubgraphOf(context);
  Subgraph& condition = caller.owner().subgraph(params.cond_subgraph_index);
  Subgraph& body = caller.owner().subgraph(params.body_subgraph_index);
  LoopVariables variables(ReadTensors(caller, Values(node.inputs)));
  while (true) {
    if (const auto status = RunCall(condition, variables.values()); status != abi::kTfLiteOk) return status;
    if (const Status status = CheckCondition(condition); !status.ok()) {
      return Fail<WhileOp>(context, status.message());
    }
    if (*condition.tensor(condition.outputs()[0]).data.raw == 0) break;
    if (const auto status = RunCall(body, variables.values()); status != abi::kTfLiteOk) return status;
    variables.Take(body);
    // Checked here, since subgraphs without nodes never notice a cancellation.
    if (caller.owner().is_cancelled()) {
      Fail<WhileOp>(context, "the run was cancelled");
      return abi::kTfLiteCancelled;
    }
  }
  return WriteTensors(caller, Values(node.outputs), variables.values());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_while() { return RegistrationOf<WhileOp>(); }

}  // namespace litevk
