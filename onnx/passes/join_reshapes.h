// Joins two RESHAPEs in a row to one.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Lets a RESHAPE read the operand of the one before it, whose result nothing else uses. Their dims must be
// those of the file or of given sizes, and all three tensors mean the same values.
Status JoinReshapes(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
