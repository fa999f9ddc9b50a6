#include "runtime/opset/ops/resize_nearest_neighbor.h"

#include <cstring>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

using Params = abi::TfLiteResizeNearestNeighborParams;

// By pixel of an output image, the number of the input's pixel. The host locates them, so that no device
// rounds otherwise.
Status WritePixels(const ir::Shape& in, const ir::Shape& out, const Params& params,
                   std::span<std::byte> bytes) {
  size_t at = 0;
  for (int row = 0; row < out[1]; ++row) {
    const int source_row = NearestIndex(row, out[1], in[1], params);
    for (int column = 0; column < out[2]; ++column) {
      const int32_t pixel = source_row * in[2] + NearestIndex(column, out[2], in[2], params);
      std::memcpy(bytes.data() + at, &pixel, sizeof(pixel));
      at += sizeof(pixel);
    }
  }
  return {};
}

void Lower(Lowering& lowering) {
  const ir::Shape& in = lowering.view().input(0).dims;
  const ir::Shape& out = lowering.output_dims();
  const auto& params = lowering.view().params<Params>();
  const int64_t pixels = int64_t{out[1]} * out[2];
  const gpu::TensorId indices = lowering.AddConstant(
      "pixels", static_cast<uint64_t>(pixels) * sizeof(int32_t),
      [in, out, params](std::span<std::byte> bytes) { return WritePixels(in, out, params, bytes); });
  EmitPicks(lowering, lowering.Input(0), indices, 1,
            {.outer = in[0], .dim = int64_t{in[1]} * in[2], .inner = in[3], .count = pixels});
}

}  // namespace

OpSpec MakeSpec_resize_nearest_neighbor() {
  return {
      .op_code = abi::kTfLiteBuiltinResizeNearestNeighbor,
      .signatures = {{.element = kMovedTypes, .lower = Lower}},
      .constraints = {{"the size is stored in the model or computed from shapes", InputIsPlanned<1>}},
  };
}

}  // namespace litevk
