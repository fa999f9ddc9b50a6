#include "kernels_cpu/simd/byte_table.h"

#include <algorithm>

#include "kernels_cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels_cpu/simd/byte_table.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::ScalableTag<uint8_t>;
using Vector = hn::Vec<Bytes>;

constexpr int64_t kLanes = HWY_MAX_BYTES;

#if HWY_ARCH_X86

constexpr size_t kRow = 16;

// The processor looks up the low four bits of a byte, or gives 0 if the highest bit is set. Each row is
// looked up with the distance to its first byte, which is negative for bytes of earlier rows. So a byte's
// result is the exclusive or of its row with all rows before it, of the same half of the table. The upper
// half's bytes have found the last row of the lower half too, and as many rows of that half as are before
// theirs.
void MakeRows(const std::array<uint8_t, 256>& values, uint8_t* rows) {
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t row = i / kRow;
    const auto at = [&](size_t earlier) { return row < earlier ? uint8_t{0} : values[i - earlier * kRow]; };
    rows[i] = static_cast<uint8_t>(at(0) ^ at(1) ^ (row < 8 ? 0 : at(8) ^ at(9)));
  }
}

HWY_INLINE Vector LookUp(const uint8_t* rows, Vector bytes) {
  const Bytes d;
  const hn::RebindToSigned<Bytes> di;
  const auto step = hn::Set(di, static_cast<int8_t>(kRow));
  auto distance = hn::BitCast(di, bytes);
  Vector result = hn::Zero(d);
  for (size_t row = 0; row < 16; ++row) {
    const Vector entries = hn::LoadDup128(d, rows + row * kRow);
    result = hn::Xor(result, hn::TableLookupBytesOr0(entries, hn::BitCast(d, distance)));
    // A distance that is negative in the upper half stays so.
    distance = row < 8 ? hn::Sub(distance, step) : hn::SaturatedSub(distance, step);
  }
  return result;
}

#else

void MakeRows(const std::array<uint8_t, 256>& values, uint8_t* rows) {
  std::copy(values.begin(), values.end(), rows);
}

// The processor looks up 64 bytes at once, and leaves those that lie beyond.
HWY_INLINE Vector LookUp(const uint8_t* rows, Vector bytes) {
  const Bytes d;
  constexpr size_t kQuarter = 64;
  Vector result = hn::Zero(d);
  for (size_t first = 0; first < 256; first += kQuarter) {
    const Vector distance = hn::Sub(bytes, hn::Set(d, static_cast<uint8_t>(first)));
    result = Vector(vqtbx4q_u8(result.raw, vld1q_u8_x4(rows + first), distance.raw));
  }
  return result;
}

#endif

void Apply(const uint8_t* rows, const uint8_t* input, int64_t count, uint8_t* output) {
  const Bytes d;
  int64_t index = 0;
  for (; index + kLanes <= count; index += kLanes) {
    hn::StoreU(LookUp(rows, hn::LoadU(d, input + index)), d, output + index);
  }
  if (index == count) return;
  HWY_ALIGN std::array<uint8_t, kLanes> rest = {};
  std::copy(input + index, input + count, rest.begin());
  hn::Store(LookUp(rows, hn::Load(d, rest.data())), d, rest.data());
  std::copy_n(rest.begin(), count - index, output + index);
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace litevk::cpu {

ByteTable::ByteTable(const std::array<uint8_t, 256>& values, Isa isa) {
  LITEVK_TABLE_OF_TARGETS(decltype(apply_), apply, Apply);
  using Make = void (*)(const std::array<uint8_t, 256>&, uint8_t*);
  LITEVK_TABLE_OF_TARGETS(Make, make, MakeRows);
  apply_ = apply[static_cast<size_t>(isa)];
  make[static_cast<size_t>(isa)](values, rows_.data());
}

}  // namespace litevk::cpu
#endif
