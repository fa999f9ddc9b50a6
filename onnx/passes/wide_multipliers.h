// Factors of int16 layers with 64-bit sums.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Gives weights the scales by which TFLite multiplies 64-bit sums. TFLite uses the upper 16 bits of their
// factors.
Status TakeWideMultipliers(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
