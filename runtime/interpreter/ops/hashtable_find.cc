#include "runtime/interpreter/hash_table.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

struct HashtableFindOp {
  static constexpr const OpInfo& kInfo = kOpInfo_hashtable_find;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus HashtableFindOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(kInfo, subgraph, node); !status.ok()) {
    return Fail<HashtableFindOp>(context, status.message());
  }
  const std::span<const int> inputs = Values(node.inputs);
  const std::span<const int> outputs = Values(node.outputs);
  const abi::TfLiteType type = subgraph.tensor(outputs[0]).type;
  if (!IsHashTable(subgraph.tensor(inputs[1]).type, type) || subgraph.tensor(inputs[2]).type != type) {
    return Fail<HashtableFindOp>(context,
                                 "the types of keys, default value and values are those of no table");
  }
  if (!HasFixedSize(type)) {
    MakeDynamic(subgraph, outputs);
    return abi::kTfLiteOk;
  }
  const ir::Shape dims = ImportShape(subgraph.tensor(inputs[1]));
  return ResizeOutputs(subgraph, outputs, {&dims, 1});
}

abi::TfLiteStatus HashtableFindOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const std::vector<TensorValue> inputs = ReadTensors(subgraph, Values(node.inputs));
  const Result<HashTable*> table = FindTable(subgraph, node);
  if (!table.ok()) return Fail<HashtableFindOp>(context, table.status().message());
  const Result<std::vector<std::byte>> found = (*table)->Find(inputs[1], inputs[2]);
  if (!found.ok()) return Fail<HashtableFindOp>(context, found.status().message());
  const TensorValue value = {inputs[2].type, inputs[1].dims, *found};
  return WriteTensors(subgraph, Values(node.outputs), {&value, 1});
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_hashtable_find() { return RegistrationOf<HashtableFindOp>(); }

}  // namespace litevk
