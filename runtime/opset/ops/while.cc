#include <algorithm>
#include <cstddef>

#include "runtime/opset/loops.h"
#include "runtime/opset/op_record.h"

namespace litevk {
namespace {

void FillParams(const schema::WhileOptions& options, abi::TfLiteWhileParams& params, OptionsReader&) {
  params.cond_subgraph_index = options.cond_subgraph_index();
  params.body_subgraph_index = options.body_subgraph_index();
}

std::vector<int> CalledSubgraphs(const void* data) {
  const auto& params = *static_cast<const abi::TfLiteWhileParams*>(data);
  return {params.cond_subgraph_index, params.body_subgraph_index};
}

// Sets the outputs' dims. A tensor for which the model states no dims keeps its dims from before the loop.
Status InferWhile(const ir::ShapeQuery& query) {
  const size_t count = std::min(query.outputs.size(), query.inputs.size());
  for (size_t i = 0; i < count; ++i) {
    if (query.outputs[i].rank() == 0 && query.inputs[i] != nullptr) query.outputs[i] = query.inputs[i]->dims;
  }
  return {};
}

}  // namespace

extern const OpInfo kOpInfo_while = {
    .op_code = abi::kTfLiteBuiltinWhile,
    .name = "WHILE",
    .stem = "while",
    .versions =
        {
            {1, "1.15.0", "two subgraphs"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {},
    .called_subgraphs = CalledSubgraphs,
    .first_passed_input = 0,
    .infer_shapes = InferWhile,
    .operands = {{"inputs"}, {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

bool IsLoop(int op_code) { return op_code == kOpInfo_while.op_code; }

}  // namespace litevk
