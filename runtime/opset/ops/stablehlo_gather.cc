#include <string>
#include <vector>

#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

using Params = abi::TfLiteStablehloGatherParams;

Status CheckSlices(const ir::Shape& operand, const Params& params) {
  if (params.num_slice_sizes != operand.rank()) {
    return InvalidArgument("there are " + std::to_string(params.num_slice_sizes) +
                           " slice sizes, expected one for each of the " + std::to_string(operand.rank()) +
                           " dims of the operand");
  }
  const DimList collapsed = ListOf(params.collapsed_slice_dims, params.num_collapsed_slice_dims);
  LITEVK_RETURN_IF_ERROR(CheckDimList(collapsed, operand.rank(), true, "collapsed_slice_dims"));
  for (int dim = 0; dim < operand.rank(); ++dim) {
    const int64_t size = params.slice_sizes[dim];
    const bool fits = ir::IsUnknown(operand[dim]) || size <= operand[dim];
    if (fits && (HasDim(collapsed, dim) ? size == 1 : size >= 0)) continue;
    return InvalidArgument("slice size " + std::to_string(dim) + " is " + std::to_string(size) +
                           ", expected 0 or more, 1 of a collapsed dim, and no more than the operand's " +
                           std::to_string(operand[dim]));
  }
  return {};
}

// Checks offset_dims, which must name a dim of the output for each of the `kept` dims of a slice. The other
// dims of the output are batch dims.
Status CheckOffsetDims(DimList offset_dims, size_t kept, int rank) {
  if (kept == offset_dims.size()) return CheckDimList(offset_dims, rank, true, "offset_dims");
  return InvalidArgument("there are " + std::to_string(offset_dims.size()) + " offset_dims, expected the " +
                         std::to_string(kept) + " dims of a slice that are not collapsed");
}

// Infers an output with the kept dims of a slice at offset_dims and the batch dims at all others.
Status InferStablehloGather(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const int operand_rank = query.input(0).rank();
  const auto& params = query.params.As<Params>();
  LITEVK_RETURN_IF_ERROR(CheckSlices(query.input(0), params));
  const DimList mapped = ListOf(params.start_index_map, params.num_start_index_map);
  LITEVK_RETURN_IF_ERROR(CheckIndexVectors(query.input(1), params.index_vector_dim, mapped, operand_rank));
  const std::vector<int64_t> batch_dims = IndexVectors(query.input(1), params.index_vector_dim).batch_dims();
  const std::vector<int> kept =
      OtherDims(ListOf(params.collapsed_slice_dims, params.num_collapsed_slice_dims), operand_rank);
  const DimList offset_dims = ListOf(params.offset_dims, params.num_offset_dims);
  const auto rank = static_cast<int>(kept.size() + batch_dims.size());
  LITEVK_RETURN_IF_ERROR(CheckOffsetDims(offset_dims, kept.size(), rank));
  std::vector<int64_t> dims;
  size_t of_slice = 0;
  for (int dim = 0; dim < rank; ++dim) {
    const bool is_of_slice = HasDim(offset_dims, dim);
    dims.push_back(is_of_slice ? params.slice_sizes[kept[of_slice]] : batch_dims[dims.size() - of_slice]);
    if (is_of_slice) ++of_slice;
  }
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::StablehloGatherOptions& options, Params& params, OptionsReader& reader) {
  params.num_offset_dims = ReadDims(reader, options.offset_dims(), params.offset_dims, "dims");
  params.num_collapsed_slice_dims =
      ReadDims(reader, options.collapsed_slice_dims(), params.collapsed_slice_dims, "dims");
  params.num_start_index_map = ReadDims(reader, options.start_index_map(), params.start_index_map, "dims");
  params.index_vector_dim = options.index_vector_dim();
  params.num_slice_sizes = ReadDims(reader, options.slice_sizes(), params.slice_sizes, "sizes");
  params.indices_are_sorted = options.indices_are_sorted();
}

}  // namespace

extern const OpInfo kOpInfo_stablehlo_gather = {
    .op_code = abi::kTfLiteBuiltinStablehloGather,
    .name = "STABLEHLO_GATHER",
    .stem = "stablehlo_gather",
    .versions =
        {
            {1, "2.16.0", "every type of whole bytes"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kFixedSize | ir::DataType::kComplex64,
               .inputs = {kT, kIndex},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferStablehloGather,
    .operands = {{"operand", "start_indices"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {LayoutRole::kTerminate},
    .cost = MoveCost,
};

}  // namespace litevk
