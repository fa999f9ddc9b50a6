#include "kernels_cpu/matmul/float_layer.h"

#include <algorithm>
#include <cmath>

#include "kernels_ref/support/scratch.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {

FloatLayer::FloatLayer(const LayerDims& dims, Isa isa)
    : dims_(dims),
      tile_(FloatTileFor(isa)),
      weights_(static_cast<size_t>(dims.groups * Panels() * dims.inputs * tile_.panel)),
      bias_(static_cast<size_t>(dims.groups * Panels() * tile_.panel)) {}

std::optional<FloatLayer> FloatLayer::Pack(const LayerDims& dims, std::span<const float> weights,
                                           std::span<const float> bias, Isa isa) {
  const auto outputs = static_cast<size_t>(dims.groups * dims.outputs);
  if (weights.size() != outputs * static_cast<size_t>(dims.inputs)) return std::nullopt;
  if (!bias.empty() && bias.size() != outputs) return std::nullopt;
  if (!std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); })) return std::nullopt;
  FloatLayer layer(dims, isa);
  for (int64_t output = 0; output < dims.groups * dims.outputs; ++output) {
    layer.PackOutput(output, weights.data() + output * dims.inputs, 1);
    if (bias.empty()) continue;
    const int64_t panel = output / dims.outputs * layer.Panels();
    layer.bias_.data()[panel * layer.tile_.panel + output % dims.outputs] = bias[static_cast<size_t>(output)];
  }
  return layer;
}

FloatLayer FloatLayer::PackMatrix(int64_t inputs, int64_t outputs, const float* weights, bool is_transposed,
                                  Isa isa) {
  FloatLayer layer({.groups = 1, .outputs = outputs, .inputs = inputs}, isa);
  if (inputs == 0) return layer;  // there may be no array of weights to point into
  for (int64_t output = 0; output < outputs; ++output) {
    if (is_transposed) {
      layer.PackOutput(output, weights + output * inputs, 1);
    } else {
      layer.PackOutput(output, weights + output, outputs);
    }
  }
  return layer;
}

void FloatLayer::PackOutput(int64_t output, const float* weights, int64_t stride) {
  const int64_t width = tile_.panel;
  const int64_t column = output % dims_.outputs;
  const int64_t panel = output / dims_.outputs * Panels() + column / width;
  float* to = weights_.data() + panel * dims_.inputs * width + column % width;
  for (int64_t input = 0; input < dims_.inputs; ++input) to[input * width] = weights[input * stride];
}

void FloatLayer::Compute(const FloatRows& rows, const FloatRange& range, float* output,
                         const Epilogue* epilogue) const {
  const std::vector<LayerPart> parts = DivideLayer(dims_, Tile(), sizeof(float), rows.count());
  ParallelFor(static_cast<int64_t>(parts.size()), [&](int64_t index) {
    ComputePart(rows, range, parts[static_cast<size_t>(index)], output, epilogue);
  });
}

void FloatLayer::ComputePart(const FloatRows& rows, const FloatRange& range, const LayerPart& part,
                             float* output, const Epilogue* epilogue) const {
  const auto tile_rows = static_cast<size_t>(tile_.rows);
  std::vector<const float*> inputs(static_cast<size_t>(rows.segments()) * tile_rows);
  ref::Scratch<float> copies(tile_rows * static_cast<size_t>(dims_.inputs));
  const int64_t stride = dims_.groups * dims_.outputs;
  const int64_t first_panel = part.group * Panels() + part.first_column / tile_.panel;
  FloatTile tile = {.inputs = inputs.data(),
                    .segments = rows.segments(),
                    .length = rows.length(),
                    .weights = weights_.data() + first_panel * dims_.inputs * tile_.panel,
                    .bias = bias_.data() + first_panel * tile_.panel,
                    .output = nullptr,
                    .output_stride = stride,
                    .columns = part.end_column - part.first_column,
                    .min = range.min,
                    .max = range.max};
  for (int64_t first = part.first_row; first < part.end_row; first += tile_.rows) {
    const int count = static_cast<int>(std::min<int64_t>(tile_.rows, part.end_row - first));
    rows.Locate(first, count, part.group, tile_.rows, inputs.data(), copies.data());
    const int64_t offset = first * stride + part.group * dims_.outputs + part.first_column;
    tile.output = output + offset;
    tile_.compute(tile, count);
    if (epilogue != nullptr) ApplyToRows(*epilogue, offset, count, stride, tile.columns);
  }
}

}  // namespace litevk::cpu
