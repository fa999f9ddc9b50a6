#include <algorithm>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/ops/embedding_lookup_sparse.h"

namespace litevk::ref {
namespace {

Status OutOfRange(std::string_view what, int64_t position, int value, int bound) {
  return InvalidArgument(std::string(what) + " " + std::to_string(position) + " is " + std::to_string(value) +
                         ", expected 0 to " + std::to_string(bound - 1));
}

// Returns the index of the output embedding to which the id at `position` adds.
Result<int64_t> RowPositionOf(const KernelArgs& args, int64_t position) {
  const int rank = args.inputs[kIndices].dims()[1];
  const int32_t* index = args.inputs[kIndices].data<int32_t>() + position * rank;
  const int32_t* shape = args.inputs[kDenseShape].data<int32_t>();
  int64_t offset = 0;
  for (int axis = 0; axis + 1 < rank; ++axis) {
    if (index[axis] < 0 || index[axis] >= shape[axis]) {
      return OutOfRange("index", position, index[axis], shape[axis]);
    }
    offset = offset * shape[axis] + index[axis];
  }
  return offset;
}

// Adds weighted embeddings to the output, and divides an output embedding when the next one begins. Ids are
// meant to be sorted by output embedding; one that is resumed later is divided again.
class Combiner {
 public:
  Combiner(int kind, float* output, int64_t size) : kind_(kind), output_(output), size_(size) {}

  void Add(int64_t offset, const float* embedding, float weight) {
    float* target = output_ + offset * size_;
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
    LITEVK_ASSIGN_OR_RETURN(const int64_t offset, RowPositionOf(args, position));
    combiner.Add(offset, table.data<float>() + id * size, args.inputs[kWeights].data<float>()[position]);
  }
  combiner.Finish();
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(embedding_lookup_sparse, &EmbeddingLookupSparse, /*checks_values=*/true)
