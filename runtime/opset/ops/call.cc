#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::CallOptions& options, abi::TfLiteCallParams& params, OptionsReader&) {
  params.subgraph_index = static_cast<int>(options.subgraph());
}

std::vector<int> CalledSubgraphs(const void* data) {
  const auto& params = *static_cast<const abi::TfLiteCallParams*>(data);
  return {params.subgraph_index};
}

}  // namespace

extern const OpInfo kOpInfo_call = {
    .op_code = abi::kTfLiteBuiltinCall,
    .name = "CALL",
    .stem = "call",
    .versions =
        {
            {1, "never", "a subgraph"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .first_passed_input = 0,
    .infer_shapes = nullptr,
    .operands = {{"inputs"}, {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
