#include "runtime/interpreter/hash_table.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/resources.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/interpreter/variable_handle.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

struct HashtableOp {
  static constexpr const OpInfo& kInfo = kOpInfo_hashtable;
  using Params = abi::TfLiteHashtableParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

abi::TfLiteStatus HashtableOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const Params*>(node.user_data);
  const auto key_type = static_cast<abi::TfLiteType>(params.key_dtype);
  const auto value_type = static_cast<abi::TfLiteType>(params.value_dtype);
  if (!IsHashTable(key_type, value_type)) {
    return Fail<HashtableOp>(context,
                             "expected int64 keys with string values or string keys with int64 values");
  }
  const Status status = WriteHandle(SubgraphOf(context), node, ir::Shape{1}, params.table_id);
  return status.ok() ? abi::kTfLiteOk : Fail<HashtableOp>(context, status.message());
}

abi::TfLiteStatus HashtableOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const auto& params = *static_cast<const Params*>(node.user_data);
  SubgraphOf(context).owner().resources().MakeHashTable(params.table_id,
                                                        static_cast<abi::TfLiteType>(params.key_dtype),
                                                        static_cast<abi::TfLiteType>(params.value_dtype));
  return abi::kTfLiteOk;
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_hashtable() { return RegistrationOf<HashtableOp>(); }

}  // namespace litevk
