#include "runtime/interpreter/variable_handle.h"

#include <cstring>
#include <string>

#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/data_type.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/operand_counts.h"

namespace litevk {

Result<int> ReadHandle(Subgraph& subgraph, int tensor_id) {
  const abi::TfLiteTensor& handle = subgraph.tensor(tensor_id);
  if (handle.data.data == nullptr || handle.bytes < sizeof(int32_t)) {
    return InvalidArgument("the handle has no value");
  }
  int32_t id = 0;
  std::memcpy(&id, handle.data.data, sizeof(id));
  return static_cast<int>(id);
}

Result<HashTable*> FindTable(Subgraph& subgraph, const abi::TfLiteNode& node) {
  LITEVK_ASSIGN_OR_RETURN(const int id, ReadHandle(subgraph, Values(node.inputs)[0]));
  HashTable* table = subgraph.owner().resources().FindHashTable(id);
  if (table != nullptr) return table;
  return InvalidArgument("there is no table " + std::to_string(id));
}

Status CheckHandle(const OpInfo& info, Subgraph& subgraph, const abi::TfLiteNode& node) {
  const std::span<const int> inputs = Values(node.inputs);
  LITEVK_RETURN_IF_ERROR(CheckNamedCounts(info, {inputs, Values(node.outputs)}));
  const abi::TfLiteTensor& handle = subgraph.tensor(inputs[0]);
  if (handle.type == abi::kTfLiteResource || handle.type == abi::kTfLiteInt32) return {};
  return InvalidArgument("the handle is " + std::string(ir::Name(ir::FromTfLiteType(handle.type))) +
                         ", expected a resource");
}

Status WriteHandle(Subgraph& subgraph, const abi::TfLiteNode& node, const ir::Shape& dims, int id) {
  const std::span<const int> outputs = Values(node.outputs);
  if (outputs.size() != 1 || outputs[0] < 0) return InvalidArgument("expected one output");
  abi::TfLiteTensor& handle = subgraph.tensor(outputs[0]);
  if (handle.type != abi::kTfLiteResource) return InvalidArgument("the output is no resource");
  handle.allocation_type = abi::kTfLitePersistentRo;
  if (ResizeOutputs(subgraph, outputs, {&dims, 1}) != abi::kTfLiteOk) {
    return Internal("the handle cannot be resized");
  }
  abi::TfLiteTensor& output = subgraph.tensor(outputs[0]);
  const auto value = static_cast<int32_t>(id);
  if (!ReserveData(output, sizeof(value))) {
    return {StatusCode::kResourceExhausted, "no memory for the handle"};
  }
  std::memcpy(output.data.data, &value, sizeof(value));
  output.bytes = sizeof(value);
  return {};
}

}  // namespace litevk
