#include <vector>

#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::StablehloReduceWindowOptions& options,
                abi::TfLiteStablehloReduceWindowParams& params, OptionsReader& reader) {
  ReadDims(reader, options.window_dimensions(), params.window_dimensions, "window dimensions");
  ReadDims(reader, options.window_strides(), params.window_strides, "strides");
  ReadDims(reader, options.base_dilations(), params.base_dilations, "dilations");
  ReadDims(reader, options.window_dilations(), params.window_dilations, "dilations");
  reader.ReadInts(options.padding(), params.padding, "paddings");
  params.body_subgraph_index = options.body_subgraph_index();
}

std::vector<int> CalledSubgraphs(const void* data) {
  return {static_cast<const abi::TfLiteStablehloReduceWindowParams*>(data)->body_subgraph_index};
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_reduce_window = {
    .op_code = abi::kTfLiteBuiltinStablehloReduceWindow,
    .name = "STABLEHLO_REDUCE_WINDOW",
    .stem = "stablehlo_reduce_window",
    .versions =
        {
            {1, "2.16.0", "a subgraph of one node that combines two values"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .reads_called_nodes = true,
    .infer_shapes = nullptr,
    .operands = {{"input", "initial_value"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

}  // namespace litevk
