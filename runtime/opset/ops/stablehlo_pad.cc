#include <algorithm>
#include <string>
#include <vector>

#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Padding of one dim: before, behind, and between its elements. A negative padding before or behind crops.
struct Edges {
  int64_t low;
  int64_t high;
  int64_t interior;
};

Result<int64_t> PaddedDim(int64_t dim, const Edges& edges) {
  constexpr int64_t kMost = int64_t{1} << 31;
  if (edges.interior < 0 || edges.interior > kMost || edges.low < -kMost || edges.low > kMost ||
      edges.high < -kMost || edges.high > kMost) {
    return InvalidArgument("padding is " + std::to_string(edges.low) + ", " + std::to_string(edges.high) +
                           " and " + std::to_string(edges.interior) +
                           " between elements, expected at most 2^31 and none below 0 between elements");
  }
  if (dim == ir::kUnknownDim) return dim;
  return std::max<int64_t>(edges.low + std::max<int64_t>(dim - 1, 0) * edges.interior + dim + edges.high, 0);
}

Status InferStablehloPad(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& input = query.input(0);
  if (input.rank() < 1 || input.rank() > abi::kTfLiteMostStablehloDims) {
    return InvalidArgument("input has " + std::to_string(input.rank()) + " dims, expected 1 to 8");
  }
  if (!query.input(1).has_unknown() && query.input(1).NumElements() != 1) {
    return InvalidArgument("padding value has dims " + query.input(1).ToString() + ", expected one element");
  }
  const auto& params = query.params.As<abi::TfLiteStablehloPadParams>();
  std::vector<int64_t> dims;
  for (int axis = 0; axis < input.rank(); ++axis) {
    const Edges edges = {params.edge_padding_low[axis], params.edge_padding_high[axis],
                         params.interior_padding[axis]};
    LITEVK_ASSIGN_OR_RETURN(const int64_t dim, PaddedDim(input[axis], edges));
    dims.push_back(dim);
  }
  // Like TFLite, makes every dim 0 if one of them is 0.
  if (std::ranges::find(dims, 0) != dims.end()) std::ranges::fill(dims, 0);
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::StablehloPadOptions& options, abi::TfLiteStablehloPadParams& params,
                OptionsReader& reader) {
  ReadDims(reader, options.edge_padding_low(), params.edge_padding_low, "paddings");
  ReadDims(reader, options.edge_padding_high(), params.edge_padding_high, "paddings");
  ReadDims(reader, options.interior_padding(), params.interior_padding, "paddings");
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_pad = {
    .op_code = abi::kTfLiteBuiltinStablehloPad,
    .name = "STABLEHLO_PAD",
    .stem = "stablehlo_pad",
    .versions =
        {
            {1, "2.16.0", "every type of whole bytes"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize | ir::DataType::kComplex64 | ir::DataType::kComplex128,
               .inputs = {kT, kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferStablehloPad,
    .operands = {{"input", "padding_value"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
