#include <algorithm>
#include <cstring>

#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/int_array.h"

namespace litevk {
namespace {

struct VarHandleOp {
  static constexpr int kCode = abi::kTfLiteBuiltinVarHandle;
  static constexpr const char* kName = "VAR_HANDLE";
  using Params = abi::TfLiteVarHandleParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

struct ReadVariableOp {
  static constexpr int kCode = abi::kTfLiteBuiltinReadVariable;
  static constexpr const char* kName = "READ_VARIABLE";
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

struct AssignVariableOp {
  static constexpr int kCode = abi::kTfLiteBuiltinAssignVariable;
  static constexpr const char* kName = "ASSIGN_VARIABLE";
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

// The id in a handle; fails when the tensor holds none.
Result<int> ReadHandle(Subgraph& subgraph, int tensor_id) {
  const abi::TfLiteTensor& handle = subgraph.tensor(tensor_id);
  if (handle.data.data == nullptr || handle.bytes < sizeof(int32_t)) {
    return InvalidArgument("the handle has no value");
  }
  int32_t id = 0;
  std::memcpy(&id, handle.data.data, sizeof(id));
  return static_cast<int>(id);
}

Status CheckHandle(Subgraph& subgraph, const abi::TfLiteNode& node, size_t inputs, size_t outputs) {
  const std::span<const int> input_ids = Values(node.inputs);
  const std::span<const int> output_ids = Values(node.outputs);
  if (input_ids.size() != inputs || output_ids.size() != outputs) {
    return InvalidArgument("has " + std::to_string(input_ids.size()) + " inputs and " +
                           std::to_string(output_ids.size()) + " outputs, expected " +
                           std::to_string(inputs) + " and " + std::to_string(outputs));
  }
  const auto is_absent = [](int id) { return id < 0; };
  if (std::ranges::any_of(input_ids, is_absent) || std::ranges::any_of(output_ids, is_absent)) {
    return InvalidArgument("a tensor is absent");
  }
  const abi::TfLiteTensor& handle = subgraph.tensor(input_ids[0]);
  if (handle.type == abi::kTfLiteResource || handle.type == abi::kTfLiteInt32) return {};
  return InvalidArgument("the handle is " + std::string(ir::Name(ir::FromTfLiteType(handle.type))) +
                         ", expected a resource");
}

// Known when the model gives the output a shape without unknown dims. A scalar in the model may also stand
// for an unknown rank.
bool HasKnownShape(const abi::TfLiteTensor& tensor) {
  if (tensor.type == abi::kTfLiteString || tensor.dims == nullptr || tensor.dims->size == 0) return false;
  return std::ranges::none_of(Values(tensor.dims_signature), [](int dim) { return dim < 0; });
}

abi::TfLiteStatus ReadVariableOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(subgraph, node, 1, 1); !status.ok()) {
    return Fail<ReadVariableOp>(context, status.message());
  }
  const std::span<const int> outputs = Values(node.outputs);
  if (!HasKnownShape(subgraph.tensor(outputs[0]))) {
    MakeDynamic(subgraph, outputs);
    return abi::kTfLiteOk;
  }
  const ir::Shape dims = ImportShape(subgraph.tensor(outputs[0]));
  return ResizeOutputs(subgraph, outputs, {&dims, 1});
}

abi::TfLiteStatus ReadVariableOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const Result<int> id = ReadHandle(subgraph, Values(node.inputs)[0]);
  if (!id.ok()) return Fail<ReadVariableOp>(context, id.status().message());
  const ResourceTable& resources = subgraph.interpreter().resources();
  const ResourceTable::Variable* variable = resources.Find(*id);
  if (variable == nullptr) {
    return Fail<ReadVariableOp>(context, resources.Name(*id) + " is read before anything was assigned to it");
  }
  const std::span<const int> outputs = Values(node.outputs);
  const abi::TfLiteType type = subgraph.tensor(outputs[0]).type;
  if (variable->type != type) {
    return Fail<ReadVariableOp>(
        context, resources.Name(*id) + " is " + std::string(ir::Name(ir::FromTfLiteType(variable->type))) +
                     ", the output is " + std::string(ir::Name(ir::FromTfLiteType(type))));
  }
  const TensorValue value = {variable->type, variable->dims, variable->bytes};
  return WriteTensors(subgraph, outputs, {&value, 1});
}

abi::TfLiteStatus AssignVariableOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(subgraph, node, 2, 0); !status.ok()) {
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
  subgraph.interpreter().resources().Assign(
      *id, {value.type, value.dims, {value.bytes.begin(), value.bytes.end()}});
  return abi::kTfLiteOk;
}

}  // namespace

abi::TfLiteRegistration VarHandleRegistration() { return RegistrationOf<VarHandleOp>(); }
abi::TfLiteRegistration ReadVariableRegistration() { return RegistrationOf<ReadVariableOp>(); }
abi::TfLiteRegistration AssignVariableRegistration() { return RegistrationOf<AssignVariableOp>(); }

}  // namespace litevk
