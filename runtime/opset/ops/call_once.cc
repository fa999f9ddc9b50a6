#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::CallOnceOptions& options, abi::TfLiteCallOnceParams& params, OptionsReader&) {
  params.init_subgraph_index = options.init_subgraph_index();
}

std::vector<int> CalledSubgraphs(const void* data) {
  const auto& params = *static_cast<const abi::TfLiteCallOnceParams*>(data);
  return {params.init_subgraph_index};
}

}  // namespace

extern const OpInfo kOpInfo_call_once = {
    .op_code = abi::kTfLiteBuiltinCallOnce,
    .name = "CALL_ONCE",
    .stem = "call_once",
    .versions =
        {
            {1, "2.5.0", "a subgraph"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .infer_shapes = nullptr,
    .operands = {{}, {}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
