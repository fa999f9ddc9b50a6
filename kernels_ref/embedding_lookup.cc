#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/dynamic_int8.h"
#include "runtime/opset/ops/embedding_lookup.h"

namespace litevk::ref {
namespace {

// Calls fn(row, bytes of the row) for each lookup in turn.
template <typename Fn>
Status ForEachRow(const KernelArgs& args, Fn fn) {
  const ConstView& table = args.inputs[kTable];
  const int rows = table.dims()[0];
  const int32_t* lookup = args.inputs[kLookup].data<int32_t>();
  for (int index = 0; index < args.inputs[kLookup].dims()[0]; ++index) {
    if (lookup[index] < 0 || lookup[index] >= rows) {
      return InvalidArgument("lookup " + std::to_string(index) + " is row " + std::to_string(lookup[index]) +
                             ", expected one of the " + std::to_string(rows) + " rows of the table");
    }
    const size_t row_bytes = table.bytes.size() / static_cast<size_t>(rows);
    const auto row = static_cast<size_t>(lookup[index]);
    fn(row, table.bytes.subspan(row * row_bytes, row_bytes));
  }
  return {};
}

Status EmbeddingLookup(const KernelArgs& args) {
  std::byte* output = args.outputs[0].bytes.data();
  return ForEachRow(
      args, [&](size_t, std::span<const std::byte> row) { output = std::ranges::copy(row, output).out; });
}

// Dequantizes rows whose scale is that of the row or of the table.
Status DequantizedLookup(const KernelArgs& args) {
  const std::vector<float>& scales = args.inputs[kTable].tensor->quantization.scales;
  auto* output = args.outputs[0].data<float>();
  return ForEachRow(args, [&](size_t index, std::span<const std::byte> row) {
    const float scale = scales[scales.size() == 1 ? 0 : index];
    output = std::ranges::transform(row, output, [&](std::byte integer) {
               return scale * static_cast<float>(std::to_integer<int8_t>(integer));
             }).out;
  });
}

// Dequantizes rows whose scale is that of a block.
Status LookupInBlocks(const KernelArgs& args) {
  const ir::Quantization& quantization = args.inputs[kTable].tensor->quantization;
  const auto size = static_cast<size_t>(quantization.block_size);
  auto* output = args.outputs[0].data<float>();
  return ForEachRow(args, [&](size_t index, std::span<const std::byte> row) {
    const size_t first = index * (row.size() / size);
    for (size_t i = 0; i < row.size(); ++i) {
      *output++ = quantization.scales[first + i / size] * static_cast<float>(std::to_integer<int8_t>(row[i]));
    }
  });
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(embedding_lookup,
                  {{"plain", &EmbeddingLookup},
                   {"dequantized in blocks", &LookupInBlocks},
                   {"dequantized", &DequantizedLookup},
                   {kDynamicInt8InUint8, &DequantizedLookup}},
                  /*checks_values=*/true)
