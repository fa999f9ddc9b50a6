#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferHashtableSize(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  return ir::SetOutput(query, {1});
}

}  // namespace

extern const OpInfo kOpInfo_hashtable_size = {
    .op_code = abi::kTfLiteBuiltinHashtableSize,
    .name = "HASHTABLE_SIZE",
    .stem = "hashtable_size",
    .versions =
        {
            {1, "2.5.0", "every table"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {},
    .infer_shapes = InferHashtableSize,
    .operands = {{"table"}, {"size"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
