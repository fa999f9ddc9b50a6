#include "delegate/lower/pending_pads.h"

#include <algorithm>
#include <array>
#include <utility>

namespace litevk {
namespace {

constexpr int kHeight = 1;
constexpr int kWidth = 2;
constexpr int kNone = -1;

// By dim of `seen` the one of `padded` that it is, or kNone of a dim of 1. Nothing where they differ in
// others.
std::optional<std::array<int, 4>> AxesOf(const ir::Shape& seen, const ir::Shape& padded) {
  if (seen == padded) return std::array<int, 4>{0, 1, 2, 3};
  if (seen.has_unknown() || padded.has_unknown()) return std::nullopt;
  std::array<int, 4> axes = {kNone, kNone, kNone, kNone};
  int axis = 0;
  const auto skip_ones = [&] {
    while (axis < padded.rank() && padded[axis] == 1) ++axis;
  };
  for (int i = 0; i < seen.rank(); ++i) {
    if (seen[i] == 1) continue;
    skip_ones();
    if (axis == padded.rank() || padded[axis] != seen[i]) return std::nullopt;
    axes.at(static_cast<size_t>(i)) = axis++;
  }
  skip_ones();
  if (axis < padded.rank()) return std::nullopt;
  return axes;
}

}  // namespace

const PendingPad* PendingPads::Find(ir::TensorId padded) const {
  const auto found = std::ranges::find(pads_, padded, &PendingPad::padded);
  return found == pads_.end() ? nullptr : &*found;
}

bool PendingPads::Contains(int position) const {
  return std::ranges::any_of(
      pads_, [=](const PendingPad& pad) { return pad.position == position || pad.between == position; });
}

std::optional<PendingPad> PadSeenAs(const NodeView& pad, const ir::Shape& seen) {
  auto zeros = FindOp(pad.node())->as_padding(pad);
  const ir::Shape& padded = pad.output().dims;
  const ir::Shape& given = pad.input(0).dims;
  if (zeros.empty() || seen.rank() != 4) return std::nullopt;
  const auto axes = AxesOf(seen, padded);
  if (!axes) return std::nullopt;
  PendingPad seen_pad = {.source = pad.input_id(0), .source_dims = seen};
  std::array<std::array<int, 2>, 4> around = {};
  for (const int i : {kHeight, kWidth}) {
    const int axis = axes->at(static_cast<size_t>(i));
    if (axis == kNone) continue;
    std::vector<int> dims = seen_pad.source_dims.dims();
    dims[static_cast<size_t>(i)] = given[axis];
    seen_pad.source_dims = ir::Shape(dims);
    around.at(static_cast<size_t>(i)) = std::exchange(zeros[static_cast<size_t>(axis)], {0, 0});
  }
  for (const std::array<int, 2>& rest : zeros) {
    if (rest[0] != 0 || rest[1] != 0) return std::nullopt;
  }
  seen_pad.zeros = {around[kHeight][0], around[kHeight][1], around[kWidth][0], around[kWidth][1]};
  return seen_pad;
}

}  // namespace litevk
