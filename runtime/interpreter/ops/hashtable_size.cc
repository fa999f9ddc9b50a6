#include <cstring>

#include "runtime/interpreter/hash_table.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/model/tensor_data.h"

namespace litevk {
namespace {

struct HashtableSizeOp {
  static constexpr const OpInfo& kInfo = kOpInfo_hashtable_size;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus HashtableSizeOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  if (const Status status = CheckHandle(kInfo, subgraph, node); !status.ok()) {
    return Fail<HashtableSizeOp>(context, status.message());
  }
  const std::span<const int> outputs = Values(node.outputs);
  if (subgraph.tensor(outputs[0]).type != abi::kTfLiteInt64) {
    return Fail<HashtableSizeOp>(context, "the output is not int64");
  }
  const ir::Shape dims = {1};
  return ResizeOutputs(subgraph, outputs, {&dims, 1});
}

abi::TfLiteStatus HashtableSizeOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const Result<HashTable*> table = FindTable(subgraph, node);
  if (!table.ok()) return Fail<HashtableSizeOp>(context, table.status().message());
  const auto size = static_cast<int64_t>((*table)->size());
  std::memcpy(subgraph.tensor(Values(node.outputs)[0]).data.data, &size, sizeof(size));
  return abi::kTfLiteOk;
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_hashtable_size() { return RegistrationOf<HashtableSizeOp>(); }

}  // namespace litevk
