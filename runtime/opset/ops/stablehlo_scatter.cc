#include <vector>

#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::StablehloScatterOptions& options, abi::TfLiteStablehloScatterParams& params,
                OptionsReader& reader) {
  params.indices_are_sorted = options.indices_are_sorted();
  params.num_update_window_dims =
      ReadDims(reader, options.update_window_dims(), params.update_window_dims, "dims");
  params.num_inserted_window_dims =
      ReadDims(reader, options.inserted_window_dims(), params.inserted_window_dims, "dims");
  params.num_scatter_dims_to_operand_dims =
      ReadDims(reader, options.scatter_dims_to_operand_dims(), params.scatter_dims_to_operand_dims, "dims");
  params.index_vector_dim = options.index_vector_dim();
  params.unique_indices = options.unique_indices();
  params.update_computation_subgraph_index = options.update_computation_subgraph_index();
}

std::vector<int> CalledSubgraphs(const void* data) {
  return {static_cast<const abi::TfLiteStablehloScatterParams*>(data)->update_computation_subgraph_index};
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_scatter = {
    .op_code = abi::kTfLiteBuiltinStablehloScatter,
    .name = "STABLEHLO_SCATTER",
    .stem = "stablehlo_scatter",
    .versions =
        {
            {1, "2.15.0", "a subgraph of one node that combines two values"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .reads_called_nodes = true,
    .infer_shapes = nullptr,
    .operands = {{"input", "scatter_indices", "updates"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
