#include <algorithm>
#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/embedding_lookup_sparse.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

Status CheckCombiner(int combiner) {
  if (combiner >= abi::kTfLiteCombinerTypeSum && combiner <= abi::kTfLiteCombinerTypeSqrtn) return {};
  return InvalidArgument("combiner is " + std::to_string(combiner) +
                         ", expected 0 (SUM), 1 (MEAN) or 2 (SQRTN)");
}

Status CheckSparseIds(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kIds), 1, "ids"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kIndices), 2, "indices"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kDenseShape), 1, "dense shape"));
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(query.input(kWeights), 1, "weights"));
  const int ids = query.input(kIds)[0];
  if (query.input(kIndices)[0] != ids || query.input(kWeights)[0] != ids) {
    return InvalidArgument("there are " + std::to_string(query.input(kIndices)[0]) + " indices and " +
                           std::to_string(query.input(kWeights)[0]) + " weights, expected " +
                           std::to_string(ids) + " of both, as many as ids");
  }
  const int rank = query.input(kIndices)[1];
  if (rank >= 1 && query.input(kDenseShape)[0] == rank) return {};
  return InvalidArgument("indices have " + std::to_string(rank) + " columns, expected at least 1 and the " +
                         std::to_string(query.input(kDenseShape)[0]) + " dims of the dense shape");
}

// Infers the dense shape with its innermost dim replaced by the dims of an embedding.
Status InferEmbeddingLookupSparse(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 5));
  LITEVK_RETURN_IF_ERROR(CheckCombiner(query.params.As<abi::TfLiteEmbeddingLookupSparseParams>().combiner));
  LITEVK_RETURN_IF_ERROR(CheckSparseIds(query));
  const std::vector<int>& table = query.input(kTable).dims();
  if (table.size() < 2) {
    return InvalidArgument("table has " + std::to_string(table.size()) + " dims, expected at least 2");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> shape,
                          ir::ReadStoredInts(query, kDenseShape, "dense shape"));
  std::vector<int64_t> dims(shape.begin(), shape.end() - 1);
  dims.insert(dims.end(), table.begin() + 1, table.end());
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::EmbeddingLookupSparseOptions& options,
                abi::TfLiteEmbeddingLookupSparseParams& params, OptionsReader& reader) {
  params.combiner = reader.Read(options.combiner(), "combiner");
}

// Counts a multiply-add for each element of each embedding that an id names.
OpCost Cost(const ir::NodeView& view) {
  const ir::Tensor& table = view.input(kTable);
  const int rows = std::max(1, table.dims[0]);
  return CostOf(view, 2 * ElementsOf(view.input(kIds)) * ElementsOf(table) / rows);
}

}  // namespace

extern const OpInfo kOpInfo_embedding_lookup_sparse = {
    .op_code = abi::kTfLiteBuiltinEmbeddingLookupSparse,
    .name = "EMBEDDING_LOOKUP_SPARSE",
    .stem = "embedding_lookup_sparse",
    .versions =
        {
            {1, "1.5.0", "float32 values"},
        },
    .needed_version = OnlyVersion1,
    .params = ParamsOf<FillParams>(),
    .types = {{.inputs = {kInt32, kInt32, kInt32, kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferEmbeddingLookupSparse,
    .operands = {{"ids", "indices", "dense_shape", "weights", "table"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kTerminate},
    .cost = Cost,
};

}  // namespace litevk
