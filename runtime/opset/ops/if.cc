#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::IfOptions& options, abi::TfLiteIfParams& params, OptionsReader&) {
  params.then_subgraph_index = options.then_subgraph_index();
  params.else_subgraph_index = options.else_subgraph_index();
}

std::vector<int> CalledSubgraphs(const void* data) {
  const auto& params = *static_cast<const abi::TfLiteIfParams*>(data);
  return {params.then_subgraph_index, params.else_subgraph_index};
}

}  // namespace

extern const OpInfo kOpInfo_if = {
    .op_code = abi::kTfLiteBuiltinIf,
    .name = "IF",
    .stem = "if",
    .versions =
        {
            {1, "1.15.0", "two subgraphs"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .first_passed_input = 1,
    .infer_shapes = nullptr,
    .operands = {{"condition", "inputs"}, {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
