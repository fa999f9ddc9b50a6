#include "runtime/opset/ops/rfft2d.h"

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/open_operands.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status InferRfft2d(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (input.rank() < 2) {
    return InvalidArgument("input has " + std::to_string(input.rank()) + " dims, expected 2 or more");
  }
  if (query.input(1) != ir::Shape{2}) {
    return InvalidArgument("fft_length has dims " + query.input(1).ToString() + ", expected 2");
  }
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end() - 2);
  if (ir::IsPlanned(query, 1)) {
    dims.insert(dims.end(), {ir::kUnknownDim, ir::kUnknownDim});
    return ir::SetOutput(query, dims);
  }
  LITEVK_ASSIGN_OR_RETURN(const FftLengths lengths, ReadFftLengths(query));
  dims.insert(dims.end(), {lengths.rows, lengths.columns / 2 + 1});
  return ir::SetOutput(query, dims);
}

// Counts ten operations for each butterfly of two values, in log2(elements) steps.
OpCost Rfft2dCost(const ir::NodeView& view) {
  const double elements = ElementsOf(view.output());
  return CostOf(view, 5.0 * elements * std::log2(elements + 1.0));
}

}  // namespace

Result<FftLengths> ReadFftLengths(const ir::ShapeQuery& query) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> lengths, ir::ReadStoredInts(query, 1, "fft_length"));
  for (const int length : lengths) {
    if (length > 0 && std::has_single_bit(static_cast<unsigned>(length))) continue;
    return InvalidArgument("a length is " + std::to_string(length) + ", expected a power of two");
  }
  return FftLengths{lengths[0], lengths[1]};
}

extern const OpInfo kOpInfo_rfft2d = {
    .op_code = abi::kTfLiteBuiltinRfft2d,
    .name = "RFFT2D",
    .stem = "rfft2d",
    .versions =
        {
            {1, "2.5.0", "float32"},
        },
    .needed_version = OnlyVersion1,
    .params = kNoParams,
    .types = {{.inputs = {kFloat32, kInt32}, .outputs = {ir::DataType::kComplex64}}},
    .infer_shapes = InferRfft2d,
    .operands = {{"input", "fft_length"}, {"output"}},
    .numeric_class = {NumericKind::kSum, {.factors = {0}, .counted_input = 0, .dims = {-2, -1}}},
    .layout = {LayoutRole::kImplicit},
    .cost = Rfft2dCost,
};

}  // namespace litevk
