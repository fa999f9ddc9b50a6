#include "runtime/opset/op_record.h"

namespace litevk {

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
    .infer_shapes = nullptr,
    .operands = {{"table"}, {"size"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
