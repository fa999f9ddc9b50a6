// Refuses factors with which TFLite's numbers leave 32 bits: they wrap around there, and saturate in ONNX.
#pragma once

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/op_row.h"
#include "runtime/opset/fixed_point.h"

namespace litevk::to_onnx {

// A factor of sums, as a node's scales state it and as TFLite's kernels take it.
struct SumFactor {
  double stated;
  FixedPoint taken;
  bool is_wide = false;  // of sums of 64 bits
};

// Returns the largest magnitude that a number of 8 or 16 bits has above its zero point.
double LargestStep(const ir::Tensor& tensor);

// Fails where sums as large as that leave 32 bits. Floats in place of TFLite's roundings also have to have
// the factor that TFLite takes.
Status CheckFactor(const SumFactor& factor, double largest, bool follows_roundings);

// Fails where the sums of a layer do so. Other operators check theirs where they are written.
Status CheckLayerFactors(const ir::Graph& graph, const ir::Node& node, const OpRow& row,
                         bool follows_roundings);

}  // namespace litevk::to_onnx
