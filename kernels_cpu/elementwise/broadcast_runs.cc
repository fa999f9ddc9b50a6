#include "kernels_cpu/elementwise/broadcast_runs.h"

#include "runtime/ir/strided_walk.h"

namespace litevk::cpu {

BroadcastRuns::BroadcastRuns(const ir::Shape& left, const ir::Shape& right, const ir::Shape& output) {
  const std::array strides = {ir::BroadcastStrides(left, output), ir::BroadcastStrides(right, output)};
  for (size_t axis = output.dims().size(); axis-- > 0;) {
    const Axis next = {output.dims()[axis], {strides[0][axis], strides[1][axis]}};
    if (next.size == 1) continue;
    if (length_ == 1) steps_ = next.strides;
    const bool continues =
        axes_.empty() && next.strides[0] == steps_[0] * length_ && next.strides[1] == steps_[1] * length_;
    if (continues) {
      length_ *= next.size;
    } else {
      axes_.push_back(next);
    }
  }
}

std::array<int64_t, 2> BroadcastRuns::OffsetsAt(int64_t index) const {
  const int64_t inside = index % length_;
  std::array<int64_t, 2> offsets = {steps_[0] * inside, steps_[1] * inside};
  int64_t run = index / length_;
  for (const Axis& axis : axes_) {
    const int64_t position = run % axis.size;
    offsets[0] += axis.strides[0] * position;
    offsets[1] += axis.strides[1] * position;
    run /= axis.size;
  }
  return offsets;
}

}  // namespace litevk::cpu
