#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::VarHandleOptions& options, abi::TfLiteVarHandleParams& params, OptionsReader&) {
  params.container = options.container() == nullptr ? nullptr : options.container()->c_str();
  params.shared_name = options.shared_name() == nullptr ? nullptr : options.shared_name()->c_str();
}

}  // namespace

extern const OpInfo kOpInfo_var_handle = {
    .op_code = abi::kTfLiteBuiltinVarHandle,
    .name = "VAR_HANDLE",
    .stem = "var_handle",
    .versions =
        {
            {1, "2.6.0", "every type"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .infer_shapes = nullptr,
    .operands = {{}, {"resource"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
