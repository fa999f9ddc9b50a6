#include "delegate/ops/common/quantized_numbers.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace litevk {

int WeightBits(const ir::Tensor& weights) {
  const int packed = ir::PackedBits(weights.type);
  return packed == 0 || !weights.is_known() ? 8 : packed;
}

gpu::TensorId AddNumbers(Lowering& lowering, std::span<const int32_t> numbers) {
  std::string key = "quantized numbers";
  for (const int32_t number : numbers) key.append(" ").append(std::to_string(number));
  const auto write =
      [kept = std::vector<int32_t>(numbers.begin(), numbers.end())](std::span<std::byte> to) -> Status {
    std::ranges::copy(std::as_bytes(std::span(kept)), to.begin());
    return {};
  };
  return lowering.AddConstant("quantized numbers", numbers.size(), gpu::Storage::kBits32, write,
                              std::move(key));
}

}  // namespace litevk
