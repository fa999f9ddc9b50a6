#include <vector>

#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

// The name is kept for the ABI only: the called subgraph computes what it stands for.
void FillParams(const schema::StableHLOCompositeOptions& options, abi::TfLiteStablehloCompositeParams& params,
                OptionsReader&) {
  params.name = options.name() == nullptr ? nullptr : options.name()->c_str();
  params.subgraph_index = options.decomposition_subgraph_index();
  params.version = options.version();
  if (options.composite_attributes() == nullptr) return;
  params.attributes = options.composite_attributes()->data();
  params.attributes_size = options.composite_attributes()->size();
}

std::vector<int> CalledSubgraphs(const void* data) {
  return {static_cast<const abi::TfLiteStablehloCompositeParams*>(data)->subgraph_index};
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_composite = {
    .op_code = abi::kTfLiteBuiltinStablehloComposite,
    .name = "STABLEHLO_COMPOSITE",
    .stem = "stablehlo_composite",
    .versions =
        {
            {1, "2.17.0", "a subgraph"},
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
