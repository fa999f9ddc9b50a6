#include <algorithm>

#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

struct ReadVariableOp {
  static constexpr const OpInfo& kInfo = kOpInfo_read_variable;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// True if the model gives the output a shape without unknown dims. A scalar in the model may also mean an
// unknown rank.
bool HasKnownShape(const abi::TfLiteTensor& tensor) {
  if (tensor.type == abi::kTfLiteString || tensor.dims == nullptr || tensor.dims->size == 0) return false;
  return std::ranges::none_of(Values(tensor.dims_signature), [](int dim) { return dim < 0; });
}

abi::TfLiteStatus ReadVariableOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(kInfo, subgraph, node); !status.ok()) {
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
  const ResourceTable& resources = subgraph.owner().resources();
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

}  // namespace

abi::TfLiteRegistration MakeRegistration_read_variable() { return RegistrationOf<ReadVariableOp>(); }

}  // namespace litevk
