#include <algorithm>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

enum Input : uint8_t { kLookup = 0, kTable = 1 };

Status InferEmbeddingLookup(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kLookup), 1, "lookup"));
  const ir::Shape& table = query.input(kTable);
  if (table.rank() < 2) {
    return InvalidArgument("table has " + std::to_string(table.rank()) + " dims, expected at least 2");
  }
  if (query.inputs[kTable]->quantization.scales.size() > 1) {
    return Unsupported("table has a scale for each row, expected one for all");
  }
  std::vector<int64_t> dims(table.dims().begin(), table.dims().end());
  dims[0] = query.input(kLookup)[0];
  return ir::SetOutput(query, dims);
}

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

const KernelRow kKernelRow_embedding_lookup = {
    .op_code = abi::kTfLiteBuiltinEmbeddingLookup,
    .types = {{.element = kFixedSize, .inputs = {kInt32, kT}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferEmbeddingLookup,
    .run = &EmbeddingLookup,
};

}  // namespace litevk::ref
