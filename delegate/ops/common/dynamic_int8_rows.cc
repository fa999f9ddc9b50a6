#include "delegate/ops/common/dynamic_int8_rows.h"

#include <algorithm>
#include <bit>

#include "shaders/quantize_rows.h"

namespace litevk {
namespace {

using Shader = shaders::QuantizeRows;

constexpr uint32_t kMostParts = 64;  // so that each lane of a workgroup reads at most one
// Stages of the shader.
constexpr uint32_t kAtOnce = 0;
constexpr uint32_t kRanges = 1;
constexpr uint32_t kIntegers = 2;
// Groups of four values that make another workgroup pay, on a GPU and on a CPU. Each workgroup computes the
// row's scale for itself, and a second dispatch is needed.
constexpr uint32_t kPartQuads = 2048;
constexpr uint32_t kCpuPartQuads = 16384;
// On a CPU a vector's lanes compute a scale in the time of one, and more lanes than that take turns. From
// kManyRows rows on, one lane for each row is faster.
constexpr uint32_t kCpuLanes = 8;
constexpr int64_t kManyRows = 32;

// Returns the number of workgroups that share a row.
uint32_t PartsOf(const FloatRows& rows, const gpu::DeviceLimits& limits) {
  const uint32_t wanted = GroupsFor(limits.profile.parallel_workgroups, static_cast<uint32_t>(rows.Count()));
  const uint32_t least = limits.runs_on_cpu ? kCpuPartQuads : kPartQuads;
  return std::clamp(std::min(GroupsFor(rows.Quads(), least), wanted), 1U, kMostParts);
}

uint32_t GroupOn(const gpu::DeviceLimits& limits) { return limits.runs_on_cpu ? kCpuLanes : 64; }

uint32_t LanesOf(const FloatRows& rows, const gpu::DeviceLimits& limits) {
  if (limits.runs_on_cpu && rows.Count() >= kManyRows) return 1;
  return std::min(std::bit_ceil(rows.Quads()), GroupOn(limits));
}

// Emits the dispatches for the parts of a row.
class RowParts {
 public:
  RowParts(Lowering& lowering, const FloatRows& rows, int index)
      : lowering_(lowering),
        rows_(rows),
        index_(index),
        parts_(PartsOf(rows, lowering.limits())),
        group_(GroupOn(lowering.limits())),
        lanes_(LanesOf(rows, lowering.limits())) {}

  uint32_t parts() const { return parts_; }

  // Returns the tensor for stages that have to bind ranges but read none.
  gpu::TensorId NoRanges() const {
    return lowering_.AddConstant(
        "no ranges", 2, gpu::Storage::kBits32,
        [](std::span<std::byte> out) -> Status {
          std::ranges::fill(out, std::byte{0});
          return {};
        },
        "no ranges");
  }

  void Emit(uint32_t stage, gpu::TensorId ranges, gpu::TensorId result) {
    const bool is_aligned = !rows_.is_transposed && rows_.depth % 4 == 0;
    const gpu::TensorId source = lowering_.Input(index_);
    lowering_.EmitPart<Shader>({.kLocalSizeX = group_,
                                .kAligned = is_aligned,
                                .kLanes = lanes_,
                                .kAsymmetric = rows_.is_asymmetric,
                                .kStage = stage,
                                .kInBlocks = rows_.are_in_blocks},
                               Push(), {.source = source, .integers = result, .ranges = ranges},
                               FlatGroups(rows_.Count() * parts_ * lanes_, group_, lowering_.limits()),
                               lowering_.VariantWhen(is_aligned && lowering_.IsWholeWhereBound(source)));
  }

 private:
  Shader::Push Push() const {
    const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
    return {.rows = u32(rows_.Count()),
            .depth = u32(rows_.depth),
            .quads = rows_.Quads(),
            .matrix_rows = u32(rows_.rows),
            .row_pitch = u32(rows_.is_transposed ? 1 : rows_.depth),
            .pitch = u32(rows_.is_transposed ? rows_.rows : 1),
            .parts = parts_,
            .part_quads = GroupsFor(rows_.Quads(), parts_)};
  }

  Lowering& lowering_;
  const FloatRows& rows_;
  int index_;
  uint32_t parts_;
  uint32_t group_;
  uint32_t lanes_;
};

}  // namespace

gpu::TensorId EmitQuantizedRows(Lowering& lowering, const FloatRows& rows, int index) {
  RowParts parts(lowering, rows, index);
  const gpu::TensorId integers = lowering.AddScratch("row integers", rows.Words(), gpu::Storage::kBits32);
  if (parts.parts() == 1) {
    parts.Emit(kAtOnce, parts.NoRanges(), integers);
    return integers;
  }
  const auto words = static_cast<uint64_t>(rows.Count() * parts.parts() * 2);
  const gpu::TensorId ranges = lowering.AddScratch("row ranges", words, gpu::Storage::kBits32);
  parts.Emit(kRanges, parts.NoRanges(), ranges);
  parts.Emit(kIntegers, ranges, integers);
  return integers;
}

}  // namespace litevk
