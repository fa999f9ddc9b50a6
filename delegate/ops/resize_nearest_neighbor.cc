#include "runtime/opset/ops/resize_nearest_neighbor.h"

#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/mover.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteResizeNearestNeighborParams;

// Returns for each pixel of an output image the number of its input pixel. The host computes them, so that no
// device rounds otherwise.
std::vector<int32_t> NearestPixels(const ir::Shape& in, const ir::Shape& out, const Params& params) {
  std::vector<int32_t> pixels;
  for (int row = 0; row < out[1]; ++row) {
    const int source_row = NearestIndex(row, out[1], in[1], params);
    for (int column = 0; column < out[2]; ++column) {
      pixels.push_back(source_row * in[2] + NearestIndex(column, out[2], in[2], params));
    }
  }
  return pixels;
}

void Lower(Lowering& lowering) {
  const ir::Shape& in = lowering.view().input(0).dims;
  EmitKnownPicks(lowering, lowering.Input(0),
                 NearestPixels(in, lowering.output_dims(), lowering.view().params<Params>()),
                 {.outer = in[0], .dim = int64_t{in[1]} * in[2], .inner = in[3]});
}

}  // namespace

OpSpec MakeSpec_resize_nearest_neighbor() {
  return {
      .op_code = abi::kTfLiteBuiltinResizeNearestNeighbor,
      .kernels = {Mover(
          {.element = kMovedTypes,
           .constraints = {{"the size is stored in the model or computed from shapes", InputIsPlanned<1>}},
           .lower = Lower})},
  };
}

}  // namespace litevk
