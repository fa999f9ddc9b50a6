#include "onnx/passes/take_states.h"

#include <utility>

namespace litevk::to_onnx {

Status TakeStates(ir::GraphRewriter& rewriter, PassContext& context) {
  LITEVK_ASSIGN_OR_RETURN(context.states, States::Extract(context.program, rewriter));
  const bool has_open_dims = context.preparing.run_dims.get().input_count() > 0;
  if (!has_open_dims || context.states.list().empty()) return {};
  return Unsupported("the values that it keeps from run to run have fixed dims");
}

}  // namespace litevk::to_onnx
