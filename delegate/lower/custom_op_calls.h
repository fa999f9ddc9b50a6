// The functions of a user's operator, called with a node of a graph.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/lower/lowering.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// OpInfo::infer_shapes of every user's operator.
Status InferCustomShapes(const ir::ShapeQuery& query);
// GpuKernel::accepts: checks the ranks, and, if all dims are known, the plan.
Status AcceptsCustomNode(const NodeView& view);
// GpuKernel::lower: one dispatch.
void LowerCustomNode(Lowering& lowering);

}  // namespace litevk
