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
    .infer_shapes = nullptr,
    .operands = {{"inputs"}, {"outputs"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = NoCost,
};

bool IsLoop(int op_code) { return op_code == kOpInfo_while.op_code; }

}  // namespace litevk
