#include <algorithm>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/ops/embedding_lookup.h"

namespace litevk::ref {
namespace {

Status EmbeddingLookup(const KernelArgs& args) {
  const ConstView& table = args.inputs[kTable];
  const int rows = table.dims()[0];
  const int32_t* lookup = args.inputs[kLookup].data<int32_t>();
  std::byte* output = args.outputs[0].bytes.data();
  for (int index = 0; index < args.inputs[kLookup].dims()[0]; ++index) {
    if (lookup[index] < 0 || lookup[index] >= rows) {
      return InvalidArgument("lookup " + std::to_string(index) + " is row " + std::to_string(lookup[index]) +
                             ", expected one of the " + std::to_string(rows) + " rows of the table");
    }
    const size_t row_bytes = table.bytes.size() / static_cast<size_t>(rows);
    const auto row = table.bytes.subspan(static_cast<size_t>(lookup[index]) * row_bytes, row_bytes);
    output = std::ranges::copy(row, output).out;
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(embedding_lookup, &EmbeddingLookup)
