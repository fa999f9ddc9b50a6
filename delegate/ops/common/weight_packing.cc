#include "delegate/ops/common/weight_packing.h"

#include <algorithm>
#include <vector>

#include "runtime/base/elements.h"
#include "runtime/ir/packed_elements.h"

namespace litevk {
namespace {

// Distances between neighbouring weights in the source.
struct Strides {
  int64_t group;
  int64_t output;
  int64_t tap;
  int64_t input;
};

Strides StridesOf(const WeightPacking& packing) {
  const int64_t rows = packing.taps * packing.inputs;
  const int64_t group = rows * packing.outputs;
  if (!packing.outputs_last) return {group, rows, packing.inputs, 1};
  return {group, 1, packing.inputs * packing.outputs, packing.outputs};
}

// Weights of a block and a vector: where they begin, and how many outputs and inputs exist.
struct Part {
  int64_t start;
  int64_t outputs;
  int64_t inputs;
};

// Packs one block of outputs and one vector of inputs, and returns the end of what was written.
template <typename Weight>
Weight* PackPart(const Weight* weights, const Part& part, const WeightPacking& packing,
                 const Strides& strides, Weight* out) {
  const auto zero = static_cast<Weight>(packing.zero);
  const auto pack = [&](int64_t output, int64_t input) {
    const bool exists = output < part.outputs && input < part.inputs;
    *out++ = exists ? weights[part.start + output * strides.output + input * strides.input] : zero;
  };
  if (packing.inputs_last) {
    for (int64_t output = 0; output < 4; ++output) {
      for (int64_t input = 0; input < packing.vector; ++input) pack(output, input);
    }
  } else {
    for (int64_t input = 0; input < packing.vector; ++input) {
      for (int64_t output = 0; output < 4; ++output) pack(output, input);
    }
  }
  return out;
}

// Packs one tap of a panel.
template <typename Weight>
Weight* PackTap(const Weight* weights, const Part& tap, const WeightPacking& packing, const Strides& strides,
                Weight* out) {
  for (int64_t input = 0; input < packing.inputs; input += packing.vector) {
    for (int64_t output = 0; output < packing.PanelBlocks() * 4; output += 4) {
      const Part part = {.start = tap.start + output * strides.output + input * strides.input,
                         .outputs = tap.outputs - output,
                         .inputs = tap.inputs - input};
      out = PackPart(weights, part, packing, strides, out);
    }
  }
  return out;
}

}  // namespace

int64_t WeightPacking::OffsetOf(int64_t output, int64_t input) const {
  const int64_t of_panel = PanelBlocks() * 4;
  const int64_t at = output / of_panel;
  const int64_t block = output % of_panel / 4;
  const int64_t within = inputs_last ? output % 4 * vector + input % vector : input % vector * 4 + output % 4;
  return at * taps * TapStride() + input / vector * VectorStride() + block * 4 * vector + within;
}

template <typename Weight>
void PackWeights(std::span<const Weight> weights, const WeightPacking& packing, std::span<Weight> packed) {
  if (weights.empty()) {
    std::ranges::fill(packed, static_cast<Weight>(packing.zero));
    return;
  }
  const Strides strides = StridesOf(packing);
  Weight* out = packed.data();
  for (int64_t group = 0; group < packing.groups; ++group) {
    for (int64_t panel = 0; panel < packing.Panels(); ++panel) {
      const int64_t first = panel * packing.PanelBlocks() * 4;
      for (int64_t tap = 0; tap < packing.taps; ++tap) {
        const Part part = {.start = group * strides.group + first * strides.output + tap * strides.tap,
                           .outputs = packing.outputs - first,
                           .inputs = packing.inputs};
        out = PackTap(weights.data(), part, packing, strides, out);
      }
    }
  }
}

template void PackWeights(std::span<const float>, const WeightPacking&, std::span<float>);
template void PackWeights(std::span<const int16_t>, const WeightPacking&, std::span<int16_t>);
template void PackWeights(std::span<const int8_t>, const WeightPacking&, std::span<int8_t>);
template void PackWeights(std::span<const std::byte>, const WeightPacking&, std::span<std::byte>);

void PackTensor(const ir::Tensor& tensor, std::span<const std::byte> weights, const WeightPacking& packing,
                std::span<std::byte> packed) {
  const auto count = static_cast<size_t>(packing.Count());
  if (ir::PackedBits(tensor.type) != 0) {
    const std::vector<std::byte> unpacked =
        ir::UnpackElements(tensor.type, weights, tensor.dims.NumElements());
    std::vector<std::byte> elements(count);
    PackWeights<std::byte>(unpacked, packing, elements);
    ir::PackElements(tensor.type, elements, packed);
    return;
  }
  const size_t bytes = count * ir::ByteSize(tensor.type);
  if (ir::ByteSize(tensor.type) == 2) {
    PackWeights<int16_t>(ElementsOf<int16_t>(weights), packing, ElementsOf<int16_t>(packed.first(bytes)));
  } else {
    PackWeights<std::byte>(weights, packing, packed.first(bytes));
  }
  std::ranges::fill(packed.subspan(bytes), std::byte{0});
}

}  // namespace litevk
