#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

// A sparse tensor of ids (value, index and shape apart), a weight for each id, and the table of embeddings.
enum Input : uint8_t { kIds = 0, kIndices = 1, kDenseShape = 2, kWeights = 3, kTable = 4 };

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

// The dense shape with its innermost dim replaced by an embedding's dims.
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

Status OutOfRange(std::string_view what, int64_t position, int value, int bound) {
  return InvalidArgument(std::string(what) + " " + std::to_string(position) + " is " + std::to_string(value) +
                         ", expected 0 to " + std::to_string(bound - 1));
}

// The output's place, in embeddings, that the id at `position` adds to.
Result<int64_t> PlaceOf(const KernelArgs& args, int64_t position) {
  const int rank = args.inputs[kIndices].dims()[1];
  const int32_t* index = args.inputs[kIndices].data<int32_t>() + position * rank;
  const int32_t* shape = args.inputs[kDenseShape].data<int32_t>();
  int64_t place = 0;
  for (int axis = 0; axis + 1 < rank; ++axis) {
    if (index[axis] < 0 || index[axis] >= shape[axis]) {
      return OutOfRange("index", position, index[axis], shape[axis]);
    }
    place = place * shape[axis] + index[axis];
  }
  return place;
}

// Adds weighted embeddings to the output's places, and divides a place when the next one begins. Ids are
// meant to be sorted by place: one that comes back to a place has it divided again.
class Combiner {
 public:
  Combiner(int kind, float* output, int64_t size) : kind_(kind), output_(output), size_(size) {}

  void Add(int64_t place, const float* embedding, float weight) {
    float* target = output_ + place * size_;
    if (target != target_) Finish();
    target_ = target;
    weights_ += weight;
    squares_ += weight * weight;
    for (int64_t k = 0; k < size_; ++k) target[k] += embedding[k] * weight;
  }

  void Finish() {
    const float divisor = kind_ == abi::kTfLiteCombinerTypeMean ? weights_ : std::sqrt(squares_);
    const bool divides = kind_ != abi::kTfLiteCombinerTypeSum && target_ != nullptr;
    for (int64_t k = 0; divides && k < size_; ++k) target_[k] /= divisor;
    weights_ = 0.0F;
    squares_ = 0.0F;
  }

 private:
  int kind_;
  float* output_;
  int64_t size_;
  float* target_ = nullptr;
  float weights_ = 0.0F;
  float squares_ = 0.0F;
};

Status EmbeddingLookupSparse(const KernelArgs& args) {
  const ConstView& table = args.inputs[kTable];
  const int rows = table.dims()[0];
  const int64_t size = ir::Shape({table.dims().dims().begin() + 1, table.dims().dims().end()}).NumElements();
  auto* output = args.outputs[0].data<float>();
  std::fill_n(output, args.outputs[0].dims().NumElements(), 0.0F);
  Combiner combiner(args.params.As<abi::TfLiteEmbeddingLookupSparseParams>().combiner, output, size);
  for (int position = 0; position < args.inputs[kIds].dims()[0]; ++position) {
    const int id = args.inputs[kIds].data<int32_t>()[position];
    if (id < 0 || id >= rows) return OutOfRange("id", position, id, rows);
    LITEVK_ASSIGN_OR_RETURN(const int64_t place, PlaceOf(args, position));
    combiner.Add(place, table.data<float>() + id * size, args.inputs[kWeights].data<float>()[position]);
  }
  combiner.Finish();
  return {};
}

}  // namespace

const KernelRow kKernelRow_embedding_lookup_sparse = {
    .op_code = abi::kTfLiteBuiltinEmbeddingLookupSparse,
    .params_bytes = sizeof(abi::TfLiteEmbeddingLookupSparseParams),
    .types = {{.inputs = {kInt32, kInt32, kInt32, kFloat32, kFloat32}, .outputs = {kFloat32}}},
    .infer_shapes = InferEmbeddingLookupSparse,
    .run = &EmbeddingLookupSparse,
};

}  // namespace litevk::ref
