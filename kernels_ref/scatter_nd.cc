#include "runtime/opset/ops/scatter_nd.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

// Adds slices of updates to their places, in order.
template <typename T, typename Add>
void AddSlices(const KernelArgs& args, const std::vector<int64_t>& positions, Add add) {
  const int64_t slice = args.inputs[1].dims().NumElements() / std::max<int64_t>(std::ssize(positions), 1);
  const T* update = args.inputs[1].data<T>();
  for (const int64_t position : positions) {
    T* total = args.outputs[0].data<T>() + position * slice;
    for (int64_t i = 0; i < slice; ++i) total[i] = add(total[i], *update++);
  }
}

}  // namespace

static Status ScatterNd(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> positions,
                          SliceIndices(args.inputs[0].bytes, args.inputs[0].dims(), args.outputs[0].dims()));
  std::ranges::fill(args.outputs[0].bytes, std::byte{0});
  if (args.outputs[0].type() == ir::DataType::kBool) {
    // Any byte but 0 counts as true: a caller may store such bytes.
    AddSlices<uint8_t>(args, positions, [](uint8_t total, uint8_t update) -> uint8_t {
      return total != 0 || update != 0 ? 1 : 0;
    });
    return {};
  }
  return ForType<float, int8_t, uint8_t, int32_t, int64_t>(args.outputs[0].type(), [&]<typename T>(T) {
    AddSlices<T>(args, positions, [](T total, T update) { return WrappingAdd(total, update); });
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(scatter_nd, &ScatterNd, /*checks_values=*/true)
