#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr int kKeys = 1;

// Infers one value for each key.
Status InferHashtableFind(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, kKeys + 1));
  query.outputs[0] = query.input(kKeys);
  return {};
}

}  // namespace

extern const OpInfo kOpInfo_hashtable_find = {
    .op_code = abi::kTfLiteBuiltinHashtableFind,
    .name = "HASHTABLE_FIND",
    .stem = "hashtable_find",
    .versions =
        {
            {1, "2.5.0", "int64 to string and string to int64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {},
    .infer_shapes = InferHashtableFind,
    .operands = {{"table", "keys", "default_value"}, {"values"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
