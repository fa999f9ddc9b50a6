#include "runtime/opset/op_record.h"

namespace litevk {

extern const OpInfo kOpInfo_hashtable_import = {
    .op_code = abi::kTfLiteBuiltinHashtableImport,
    .name = "HASHTABLE_IMPORT",
    .stem = "hashtable_import",
    .versions =
        {
            {1, "2.5.0", "int64 to string and string to int64"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{"table", "keys", "values"}, {}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
