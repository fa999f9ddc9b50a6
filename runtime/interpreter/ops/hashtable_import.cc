#include "runtime/interpreter/hash_table.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

struct HashtableImportOp {
  static constexpr const OpInfo& kInfo = kOpInfo_hashtable_import;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus HashtableImportOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(kInfo, subgraph, node); !status.ok()) {
    return Fail<HashtableImportOp>(context, status.message());
  }
  const std::span<const int> inputs = Values(node.inputs);
  if (IsHashTable(subgraph.tensor(inputs[1]).type, subgraph.tensor(inputs[2]).type)) return abi::kTfLiteOk;
  return Fail<HashtableImportOp>(context, "the types of keys and values are those of no table");
}

abi::TfLiteStatus HashtableImportOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const std::vector<TensorValue> inputs = ReadTensors(subgraph, Values(node.inputs));
  const Result<HashTable*> table = FindTable(subgraph, node);
  if (!table.ok()) return Fail<HashtableImportOp>(context, table.status().message());
  const Status status = (*table)->Import(inputs[1], inputs[2]);
  return status.ok() ? abi::kTfLiteOk : Fail<HashtableImportOp>(context, status.message());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_hashtable_import() { return RegistrationOf<HashtableImportOp>(); }

}  // namespace litevk
