#include "delegate/ops/families/hybrid_rows.h"

#include <algorithm>
#include <bit>

#include "shaders/quantize_rows.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

}  // namespace

gpu::TensorId EmitNumberRows(Lowering& lowering, const FloatRows& rows) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  const gpu::TensorId numbers = lowering.AddScratch("row numbers", rows.Words(), gpu::Storage::kBits32);
  const uint32_t lanes = std::min(std::bit_ceil(rows.Quads()), kGroup);
  lowering.EmitPart<shaders::QuantizeRows>({.kLocalSizeX = kGroup,
                                            .kAligned = !rows.is_transposed && rows.depth % 4 == 0,
                                            .kLanes = lanes,
                                            .kAsymmetric = rows.is_asymmetric},
                                           {.rows = u32(rows.Count()),
                                            .depth = u32(rows.depth),
                                            .quads = rows.Quads(),
                                            .matrix_rows = u32(rows.rows),
                                            .row_pitch = u32(rows.is_transposed ? 1 : rows.depth),
                                            .pitch = u32(rows.is_transposed ? rows.rows : 1)},
                                           {.source = lowering.Input(0), .numbers = numbers},
                                           FlatGroups(rows.Count() * lanes, kGroup, lowering.limits()));
  return numbers;
}

}  // namespace litevk
