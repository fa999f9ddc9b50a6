#include "delegate/ops/common/quantization_constants.h"

#include <string>
#include <utility>
#include <vector>

#include "runtime/base/elements.h"

namespace litevk {

int WeightBits(const ir::Tensor& weights) {
  const int packed = ir::PackedBits(weights.type);
  return packed == 0 || !weights.is_known() ? 8 : packed;
}

gpu::TensorId AddIntegers(Lowering& lowering, std::span<const int32_t> integers) {
  std::string key = "quantization constants";
  for (const int32_t integer : integers) key.append(" ").append(std::to_string(integer));
  const auto write =
      [kept = std::vector<int32_t>(integers.begin(), integers.end())](std::span<std::byte> to) -> Status {
    CopyBytes(std::as_bytes(std::span(kept)), to);
    return {};
  };
  return lowering.AddConstant("quantization constants", integers.size(), gpu::Storage::kBits32, write,
                              std::move(key));
}

}  // namespace litevk
