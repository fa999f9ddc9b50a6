#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::HashtableOptions& options, abi::TfLiteHashtableParams& params,
                OptionsReader& reader) {
  params.table_id = options.table_id();
  params.key_dtype = reader.ReadType(options.key_dtype());
  params.value_dtype = reader.ReadType(options.value_dtype());
}

}  // namespace

extern const OpInfo kOpInfo_hashtable = {
    .op_code = abi::kTfLiteBuiltinHashtable,
    .name = "HASHTABLE",
    .stem = "hashtable",
    .versions =
        {
            {1, "2.5.0", "int64 to string and string to int64"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{}, {"table"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
