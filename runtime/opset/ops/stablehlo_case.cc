#include <vector>

#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::StablehloCaseOptions& options, abi::TfLiteStablehloCaseParams& params,
                OptionsReader& reader) {
  params.num_branches = static_cast<uint32_t>(
      reader.ReadInts(options.branch_subgraph_indices(), params.branch_subgraph_indices, "branches"));
}

std::vector<int> CalledSubgraphs(const void* data) {
  const auto& params = *static_cast<const abi::TfLiteStablehloCaseParams*>(data);
  return {params.branch_subgraph_indices, params.branch_subgraph_indices + params.num_branches};
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_case = {
    .op_code = abi::kTfLiteBuiltinStablehloCase,
    .name = "STABLEHLO_CASE",
    .stem = "stablehlo_case",
    .versions =
        {
            {1, "2.17.0", "up to 20 subgraphs"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .first_passed_input = 1,
    .infer_shapes = nullptr,
    .operands = {{"index", "inputs"}, {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
