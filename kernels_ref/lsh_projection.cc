#include <algorithm>

#include "kernels_ref/support/fingerprint64.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/ops/lsh_projection.h"

namespace litevk::ref {
namespace {

// Returns one bit: the sign of the weighted sum of the items' hashes. A hash covers the seed's bytes, then
// the item's.
uint32_t ProjectedBit(const KernelArgs& args, float seed) {
  const ConstView& items = args.inputs[kItems];
  const auto count = static_cast<size_t>(items.dims()[0]);
  const size_t item_bytes = items.bytes.size() / count;
  std::vector<std::byte> key(sizeof(seed) + item_bytes);
  std::ranges::copy(std::as_bytes(std::span(&seed, 1)), key.begin());
  double score = 0.0;
  for (size_t index = 0; index < count; ++index) {
    std::ranges::copy(items.bytes.subspan(index * item_bytes, item_bytes), key.begin() + sizeof(seed));
    const auto hash = static_cast<double>(static_cast<int64_t>(Fingerprint64(key)));
    score += args.has_input(kWeights) ? double{args.inputs[kWeights].data<float>()[index]} * hash : hash;
  }
  return score > 0.0 ? 1 : 0;
}

// Dense: every bit is an element. Sparse: a hash function's bits form one integer, in a range of its own.
Status LshProjection(const KernelArgs& args) {
  const bool is_dense =
      args.params.As<abi::TfLiteLSHProjectionParams>().type == abi::kTfLiteLshProjectionDense;
  const ir::Shape& dims = args.inputs[kSeeds].dims();
  const float* seed = args.inputs[kSeeds].data<float>();
  auto* output = args.outputs[0].data<uint32_t>();
  for (int function = 0; function < dims[0]; ++function) {
    uint32_t integer = 0;
    for (int bit = 0; bit < dims[1]; ++bit) {
      const uint32_t value = ProjectedBit(args, *seed++);
      if (is_dense) *output++ = value;
      integer = integer << 1 | value;
    }
    const uint64_t offset = static_cast<uint64_t>(function) << dims[1];
    if (!is_dense) *output++ = integer + static_cast<uint32_t>(offset);
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(lsh_projection, &LshProjection)
