#include "runtime/ir/packed_elements.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <type_traits>

namespace litevk::ir {
namespace {

constexpr int kByteBits = 8;

// Unpacks whole bytes of several elements of T, the first one in the lowest bits. Their number is a
// compile-time constant, so that compilers vectorize the loop over bytes.
template <int kBits, typename T>
void UnpackBytes(std::span<const std::byte> packed, T* elements) {
  constexpr int kInByte = kByteBits / kBits;
  constexpr int kMask = (1 << kBits) - 1;
  // Converts the highest bit to a sign without shifts, since processors have none for bytes.
  constexpr int kSign = std::is_signed_v<T> ? 1 << (kBits - 1) : 0;
  for (size_t index = 0; index < packed.size(); ++index) {
    for (int position = 0; position < kInByte; ++position) {
      const int bits = std::to_integer<int>(packed[index]) >> (kBits * position) & kMask;
      elements[index * kInByte + static_cast<size_t>(position)] = static_cast<T>((bits ^ kSign) - kSign);
    }
  }
}

using UnpackFn = void (*)(std::span<const std::byte> packed, std::byte* elements);

template <int kBits, typename T>
void Unpack(std::span<const std::byte> packed, std::byte* elements) {
  UnpackBytes<kBits>(packed, reinterpret_cast<T*>(elements));
}

UnpackFn UnpackFor(DataType type) {
  const bool is_signed = RangeOf(type).lowest < 0;
  if (PackedBits(type) == 2) return is_signed ? &Unpack<2, int8_t> : &Unpack<2, uint8_t>;
  return is_signed ? &Unpack<4, int8_t> : &Unpack<4, uint8_t>;
}

}  // namespace

std::vector<std::byte> UnpackElements(DataType type, std::span<const std::byte> packed, int64_t count) {
  std::vector<std::byte> elements(static_cast<size_t>(count));
  UnpackElements(type, packed, elements);
  return elements;
}

void UnpackElements(DataType type, std::span<const std::byte> packed, std::span<std::byte> elements) {
  const auto in_byte = static_cast<size_t>(kByteBits / PackedBits(type));
  const size_t whole = std::min(packed.size(), elements.size() / in_byte);
  UnpackFor(type)(packed.first(whole), elements.data());
  const std::span<std::byte> rest = elements.subspan(whole * in_byte);
  std::ranges::fill(rest, std::byte{0});
  if (rest.empty() || whole == packed.size()) return;
  // The last byte's elements, some of which are beyond the tensor.
  std::array<std::byte, kByteBits> last = {};
  UnpackFor(type)(packed.subspan(whole, 1), last.data());
  std::ranges::copy_n(last.begin(), std::ssize(rest), rest.begin());
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
