#include "runtime/ir/packed_elements.h"

#include <algorithm>

namespace litevk::ir {
namespace {

constexpr int kByteBits = 8;

}  // namespace

std::vector<std::byte> UnpackElements(DataType type, std::span<const std::byte> packed, int64_t count) {
  const int bits = PackedBits(type);
  const int64_t highest = RangeOf(type).highest;
  std::vector<std::byte> elements(static_cast<size_t>(count));
  for (size_t index = 0; index < elements.size(); ++index) {
    const size_t bit = index * static_cast<size_t>(bits);
    if (bit / kByteBits >= packed.size()) break;
    const int number = std::to_integer<int>(packed[bit / kByteBits] >> (bit % kByteBits)) & ((1 << bits) - 1);
    elements[index] = static_cast<std::byte>(number > highest ? number - (1 << bits) : number);
  }
  return elements;
}

void PackElements(DataType type, std::span<const std::byte> elements, std::span<std::byte> packed) {
  const int bits = PackedBits(type);
  const auto mask = static_cast<std::byte>((1 << bits) - 1);
  std::ranges::fill(packed, std::byte{0});
  for (size_t index = 0; index < elements.size(); ++index) {
    const size_t bit = index * static_cast<size_t>(bits);
    packed[bit / kByteBits] |= (elements[index] & mask) << (bit % kByteBits);
  }
}

}  // namespace litevk::ir
