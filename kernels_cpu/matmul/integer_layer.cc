#include "kernels_cpu/matmul/integer_layer.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "kernels_cpu/simd/requantize.h"
#include "kernels_ref/support/scratch.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// True if dot products of bytes take the inputs and the weights.
template <typename In, typename Weight>
bool FitQuads(const LayerWeights<Weight>& weights, int input_zero_point) {
  if constexpr (sizeof(In) > 1) return false;
  using Inputs = std::numeric_limits<In>;
  if (input_zero_point < Inputs::min() || input_zero_point > Inputs::max()) return false;
  using Range = std::numeric_limits<int8_t>;
  if (std::is_same_v<Weight, int8_t> && weights.zero_point == 0) return true;
  return std::ranges::all_of(weights.values, [&](Weight weight) {
    return weight - weights.zero_point >= Range::min() && weight - weights.zero_point <= Range::max();
  });
}

// Words of int16 times 8 bits that 32 bits can add up: 2^15 times 255, twice a word.
constexpr int64_t kWordsOfBlock = 128;

}  // namespace

IntegerLayer::IntegerLayer(const LayerDims& dims, const IntegerTileFunction& tile,
                           const IntegerInputs& inputs)
    : dims_(dims),
      tile_(tile),
      inputs_(inputs),
      weights_(static_cast<size_t>(dims.groups * Panels() * Words() * tile.panel)),
      initial_(static_cast<size_t>(dims.groups * Panels() * tile.panel)) {}

template <typename In, typename Weight>
IntegerLayer IntegerLayer::Pack(const LayerDims& dims, const LayerWeights<Weight>& weights,
                                int input_zero_point, std::span<const int32_t> bias, Isa isa) {
  const IntegerTileFunction quads = QuadsTileFor(isa);
  const bool fits = quads.compute != nullptr && FitQuads<In>(weights, input_zero_point);
  IntegerLayer layer(dims, fits ? quads : PairsTileFor(isa),
                     fits ? IntegerInputs::Quads<In>(input_zero_point, quads.has_unsigned_inputs)
                          : IntegerInputs::Pairs(input_zero_point));
  for (int64_t output = 0; output < dims.groups * dims.outputs; ++output) {
    const int64_t sum =
        fits ? layer.PackOutput<int8_t>(output, weights) : layer.PackOutput<int16_t>(output, weights);
    layer.SetInitial(output, bias.empty() ? 0 : bias[static_cast<size_t>(output)], sum);
  }
  return layer;
}

int32_t* IntegerLayer::ColumnOf(int64_t output) {
  const int64_t column = output % dims_.outputs;
  const int64_t panel = output / dims_.outputs * Panels() + column / tile_.panel;
  return weights_.data() + panel * Words() * tile_.panel + column % tile_.panel;
}

template <typename Value, typename Weight>
int64_t IntegerLayer::PackOutput(int64_t output, const LayerWeights<Weight>& weights) {
  constexpr int64_t kPerWord = sizeof(int32_t) / sizeof(Value);
  const int64_t stride = weights.is_transposed ? dims_.outputs : 1;
  const Weight* from = weights.values.data() + (weights.is_transposed ? output : output * dims_.inputs);
  auto* word = reinterpret_cast<Value*>(ColumnOf(output));
  int64_t sum = 0;
  for (int64_t left = dims_.inputs; left > 0; left -= SegmentInputs()) {
    for (int64_t first = 0; first < SegmentInputs(); first += kPerWord, word += kPerWord * tile_.panel) {
      const int64_t count = std::min(kPerWord, SegmentInputs() - first);
      for (int64_t i = 0; i < count; ++i, from += stride) {
        const int weight = *from - weights.zero_point;
        word[i] = static_cast<Value>(weight);
        sum += weight;
      }
    }
  }
  return sum;
}

void IntegerLayer::SetInitial(int64_t output, int64_t bias, int64_t weights) {
  const int64_t panel = output / dims_.outputs * Panels();
  const int64_t share = inputs_.Offset(tile_.has_unsigned_inputs) * weights;
  initial_.data()[panel * tile_.panel + output % dims_.outputs] = static_cast<int32_t>(bias - share);
}

template <typename Sum>
void IntegerLayer::Compute(const IntegerRowSource& rows, const SumsSink<Sum>& sink) const {
  const std::vector<LayerPart> parts = DivideLayer(dims_, Tile(), inputs_.value_bytes(), rows.count());
  ParallelFor(static_cast<int64_t>(parts.size()),
              [&](int64_t index) { ComputePart(rows, parts[static_cast<size_t>(index)], sink); });
}

template <typename Sum>
void IntegerLayer::ComputePart(const IntegerRowSource& rows, const LayerPart& part,
                               const SumsSink<Sum>& sink) const {
  constexpr auto kWordBytes = static_cast<int64_t>(sizeof(int32_t));
  const int64_t columns = part.end_column - part.first_column;
  const int64_t stride = (columns + tile_.panel - 1) / tile_.panel * tile_.panel;
  std::vector<const std::byte*> inputs(static_cast<size_t>(dims_.segments * tile_.rows));
  ref::Scratch<int32_t> copies(static_cast<size_t>(tile_.rows * Words()));
  ref::Scratch<Sum> sums(static_cast<size_t>(tile_.rows * stride + kMostLanes));
  const LocatedRows located = {.inputs = inputs.data(),
                               .stride = tile_.rows,
                               .copies = reinterpret_cast<std::byte*>(copies.data()),
                               .row_bytes = Words() * kWordBytes,
                               .segment_bytes = SegmentWords() * kWordBytes};
  const int64_t first_panel = part.group * Panels() + part.first_column / tile_.panel;
  const IntegerTile tile = {.inputs = inputs.data(),
                            .segments = dims_.segments,
                            .words = SegmentWords(),
                            .weights = weights_.data() + first_panel * Words() * tile_.panel,
                            .panel_words = Words(),
                            .initial = initial_.data() + first_panel * tile_.panel,
                            .sums = nullptr,
                            .sums_stride = stride,
                            .columns = columns};
  const int64_t tile_rows = Tile().BalancedRows(part.end_row - part.first_row);
  for (int64_t first = part.first_row; first < part.end_row; first += tile_rows) {
    const int count = static_cast<int>(std::min(tile_rows, part.end_row - first));
    rows.Locate(first, count, part.group, located);
    ComputeSums(tile, count, sums.data());
    const int64_t first_output = part.group * dims_.outputs + part.first_column;
    for (int row = 0; row < count; ++row) {
      sink.Take(first + row, first_output, columns, sums.data() + row * stride);
    }
    sink.Finish(first, count, first_output, columns);
  }
}

template <>
void IntegerLayer::ComputeSums(IntegerTile tile, int rows, int32_t* sums) const {
  tile.sums = sums;
  tile_.compute(tile, rows);
}

template <>
void IntegerLayer::ComputeSums(IntegerTile tile, int rows, int64_t* sums) const {
  const int64_t count = rows * tile.sums_stride;
  ref::Scratch<int32_t> narrow(static_cast<size_t>(count));
  std::vector<const std::byte*> block(static_cast<size_t>(tile_.rows));
  std::fill_n(sums, count, 0);
  const std::byte* const* inputs = tile.inputs;
  tile.inputs = block.data();
  tile.segments = 1;
  tile.sums = narrow.data();
  for (int64_t segment = 0; segment < dims_.segments; ++segment, inputs += tile_.rows) {
    for (int64_t first = 0; first < SegmentWords(); first += tile.words) {
      tile.words = std::min(kWordsOfBlock, SegmentWords() - first);
      std::transform(inputs, inputs + rows, block.begin(), [&](const std::byte* row) {
        return row + first * static_cast<int64_t>(sizeof(int32_t));
      });
      tile_.compute(tile, rows);
      for (int64_t i = 0; i < count; ++i) sums[i] += narrow.data()[i];
      tile.weights += tile.words * tile_.panel;
    }
  }
}

template void IntegerLayer::Compute(const IntegerRowSource& rows, const SumsSink<int32_t>& sink) const;
template void IntegerLayer::Compute(const IntegerRowSource& rows, const SumsSink<int64_t>& sink) const;
template IntegerLayer IntegerLayer::Pack<int8_t>(const LayerDims& dims, const LayerWeights<int8_t>& weights,
                                                 int input_zero_point, std::span<const int32_t> bias,
                                                 Isa isa);
template IntegerLayer IntegerLayer::Pack<uint8_t>(const LayerDims& dims, const LayerWeights<uint8_t>& weights,
                                                  int input_zero_point, std::span<const int32_t> bias,
                                                  Isa isa);
template IntegerLayer IntegerLayer::Pack<int16_t>(const LayerDims& dims, const LayerWeights<int8_t>& weights,
                                                  int input_zero_point, std::span<const int32_t> bias,
                                                  Isa isa);

}  // namespace litevk::cpu
