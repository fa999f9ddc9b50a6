#include "runtime/opset/op_record.h"

namespace litevk {

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
    .infer_shapes = nullptr,
    .operands = {{"table", "keys", "default_value"}, {"values"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
