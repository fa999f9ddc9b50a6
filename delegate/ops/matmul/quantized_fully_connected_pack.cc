#include "delegate/ops/matmul/quantized_fully_connected_pack.h"

#include <algorithm>
#include <utility>

#include "runtime/base/elements.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/opset/quantized/weights_zero_point.h"

namespace litevk {
namespace {

// Words that the shader reads of a channel.
constexpr size_t kChannelWords = 5;

template <typename T>
std::vector<int32_t> Widened(std::span<const std::byte> bytes) {
  const std::span<const T> integers = ElementsOf<T>(bytes);
  return {integers.begin(), integers.end()};
}

uint32_t BitsOf(ir::DataType type) {
  const auto packed = static_cast<uint32_t>(ir::PackedBits(type));
  if (packed != 0) return packed;
  return type == ir::DataType::kInt16 ? 16 : 8;
}

}  // namespace

uint64_t WordsOfWeights::ChannelWords() const { return uint64_t{Blocks()} * 4 * kChannelWords; }

std::string WordsOfWeights::Key() const {
  // A new field does not compile before the text contains it.
  const auto& [rows, columns, of_integer, zero] = *this;
  return std::to_string(rows) + "x" + std::to_string(columns) + " of " + std::to_string(of_integer) +
         " bits, zero point " + std::to_string(zero);
}

WordsOfWeights WordsOf(const ir::Tensor& weights) {
  return {.outputs = weights.dims[0],
          .inputs = weights.dims[1],
          .bits = BitsOf(weights.type),
          .zero_point = ZeroPointOfWeights(weights)};
}

std::vector<int32_t> IntegersOf(const ir::Tensor& tensor, std::span<const std::byte> bytes) {
  if (ir::PackedBits(tensor.type) != 0) {
    return Widened<int8_t>(ir::UnpackElements(tensor.type, bytes, tensor.dims.NumElements()));
  }
  if (tensor.type == ir::DataType::kUInt8) return Widened<uint8_t>(bytes);
  if (tensor.type == ir::DataType::kInt16) return Widened<int16_t>(bytes);
  return Widened<int8_t>(bytes);
}

WeightPacking FullyConnectedPacking(const WordsOfWeights& layout) {
  return {.outputs = layout.outputs,
          .inputs = layout.inputs,
          .vector = 4,
          .inputs_last = layout.bits == 8,
          .zero = layout.zero_point};
}

std::vector<uint64_t> BiasesWithout(int zero_point, std::span<const int32_t> weights,
                                    std::span<const int64_t> bias, const WordsOfWeights& layout) {
  const auto inputs = static_cast<size_t>(layout.inputs);
  std::vector<uint64_t> biases(static_cast<size_t>(layout.outputs));
  for (size_t output = 0; output < biases.size(); ++output) {
    int64_t sum = 0;
    for (const int32_t weight : weights.subspan(output * inputs, inputs)) sum += weight - layout.zero_point;
    biases[output] = bias.empty() ? 0 : static_cast<uint64_t>(bias[output]);
    biases[output] -= static_cast<uint64_t>(zero_point) * static_cast<uint64_t>(sum);
  }
  return biases;
}

void PackChannels(std::span<const ChannelConstants> channels, std::span<uint32_t> packed) {
  std::ranges::fill(packed, 0U);
  for (size_t channel = 0; channel < channels.size(); ++channel) {
    const ChannelConstants& constants = channels[channel];
    uint32_t* word = &packed[channel / 4 * 4 * kChannelWords + channel % 4];
    const auto [first, second, third] = constants.multiplier;
    const auto bias = constants.bias;
    for (const uint32_t value :
         {static_cast<uint32_t>(bias), static_cast<uint32_t>(bias >> 32), first, second, third}) {
      *word = value;
      word += 4;
    }
  }
}

}  // namespace litevk
