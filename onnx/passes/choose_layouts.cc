#include "onnx/passes/choose_layouts.h"

#include <utility>

#include "runtime/layout/layout_request.h"
#include "runtime/layout/plan_layouts.h"

namespace litevk::to_onnx {

Status ChooseLayouts(ir::GraphRewriter& rewriter, PassContext& context) {
  LayoutRequest request = {.named = context.options.layouts,
                           .has_channels_first_edges = context.options.has_channels_first_edges};
  context.states.AddTo(request);
  LITEVK_ASSIGN_OR_RETURN(context.plan, PlanLayouts(rewriter.graph(), request));
  return {};
}

}  // namespace litevk::to_onnx
