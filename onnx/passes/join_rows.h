// Joins rows that RESHAPEs make of images and a CONCATENATION joins, as in the heads of detectors.
#pragma once

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph_rewriter.h"

namespace litevk::to_onnx {

// Concatenates neighbouring images with equal channels before one RESHAPE makes rows of them, if the
// context's plan has a Transpose for each. One Transpose is left for all, in a new plan. Tensors with a
// stated layout stay.
Status JoinRows(ir::GraphRewriter& rewriter, PassContext& context);

}  // namespace litevk::to_onnx
