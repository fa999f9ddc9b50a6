#include "onnx/passes/pass_table.h"

#include <array>

#include "onnx/passes/absent_outputs.h"
#include "onnx/passes/choose_layouts.h"
#include "onnx/passes/fold_biases.h"
#include "onnx/passes/fold_quantization.h"
#include "onnx/passes/graph_text.h"
#include "onnx/passes/inline_calls.h"
#include "onnx/passes/join_dilation.h"
#include "onnx/passes/join_items.h"
#include "onnx/passes/join_reshapes.h"
#include "onnx/passes/join_rows.h"
#include "onnx/passes/prepare.h"
#include "onnx/passes/take_states.h"
#include "onnx/passes/wide_multipliers.h"

namespace litevk::to_onnx {
namespace {

bool FoldsQuantization(const PassOptions& options) { return options.folds_quantization; }
bool KeepsFastKernels(const PassOptions& options) { return !options.follows_roundings; }

constexpr std::array kPasses = {
    Pass{"add_absent_outputs", AddAbsentOutputs, PassScope::kProgram, nullptr,
         "first: all others take every output of a call to have a tensor"},
    Pass{"inline_calls", InlineCalls, PassScope::kProgram, nullptr,
         "before join_items and take_states, which do not look into subgraphs that stay"},
    Pass{
        "join_items", JoinItems, PassScope::kProgram, nullptr,
        "before prepare: the SLICEs that it removes have dims of a run, and a body of a loop is prepared for "
        "its caller's dims"},
    Pass{"take_states", TakeStates, PassScope::kMain, nullptr,
         "before prepare: it takes out the declarations of variables, which have no dims to infer"},
    Pass{"prepare", Prepare, PassScope::kWritten, nullptr,
         "before all passes that compare dims or read stored values"},
    Pass{"join_dilation", JoinDilation, PassScope::kMain, nullptr,
         "before fold_quantization: it looks for QUANTIZE and DEQUANTIZE around an integer convolution"},
    Pass{"fold_quantization", FoldQuantization, PassScope::kMain, FoldsQuantization,
         "before fold_biases, which joins floats alone"},
    Pass{"prepare_floats", Prepare, PassScope::kMain, FoldsQuantization,
         "behind fold_quantization: nodes whose integers had no signature have dims as floats"},
    Pass{"fold_biases", FoldBiases, PassScope::kWritten, nullptr,
         "behind prepare: it compares dims, and takes constants that prepare computes"},
    Pass{"take_wide_multipliers", TakeWideMultipliers, PassScope::kMain, KeepsFastKernels,
         "behind fold_quantization, which needs the scales that the model states"},
    Pass{"join_reshapes", JoinReshapes, PassScope::kWritten, nullptr,
         "behind prepare: it asks for dims that a run decides; before choose_layouts, which has layouts for "
         "each"},
    Pass{"choose_layouts", ChooseLayouts, PassScope::kMain, nullptr,
         "behind all passes that change nodes: a layout belongs to a position"},
    Pass{"join_rows", JoinRows, PassScope::kMain, nullptr,
         "behind choose_layouts: it joins rows that cost a Transpose each, and has the layouts chosen again"},
};

Status RunPass(const Pass& pass, ir::Graph& graph, PassContext& context) {
  ir::GraphRewriter rewriter(graph);
  context.pass = pass.name;
  LITEVK_RETURN_IF_ERROR(pass.run(rewriter, context));
  rewriter.Finish();
  if (context.options.dump_after == pass.name) context.dump += GraphText(graph);
  return {};
}

bool Applies(const Pass& pass, const PassContext& context) {
  return pass.applies == nullptr || pass.applies(context.options);
}

}  // namespace

std::span<const Pass> Passes() { return kPasses; }

Status RunPasses(ir::Program& program, PassContext& context) {
  for (const Pass& pass : kPasses) {
    if (!Applies(pass, context)) continue;
    for (size_t i = 0; i < program.subgraphs.size(); ++i) {
      if (pass.scope != PassScope::kProgram && i != context.main) continue;
      LITEVK_RETURN_IF_ERROR(RunPass(pass, program.subgraphs[i], context));
    }
  }
  return {};
}

Status RunPassesOfCalled(ir::Graph& graph, PassContext& context) {
  for (const Pass& pass : kPasses) {
    if (pass.scope != PassScope::kWritten || !Applies(pass, context)) continue;
    LITEVK_RETURN_IF_ERROR(RunPass(pass, graph, context));
  }
  return {};
}

}  // namespace litevk::to_onnx
