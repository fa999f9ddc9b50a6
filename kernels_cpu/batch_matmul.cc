#include "runtime/opset/ops/batch_matmul.h"

#include <limits>
#include <vector>

#include "kernels_cpu/matmul/float_layer.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/support/strides.h"

namespace litevk::cpu {
namespace {

// The right matrices are packed in each run.
class FloatBatchMatmul : public PreparedKernel {
 public:
  explicit FloatBatchMatmul(Isa isa) : isa_(isa) {}

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape batches = BatchDims(args.outputs[0].dims());
    const std::vector<int64_t> strides[] = {ref::BroadcastStrides(BatchDims(args.inputs[0].dims()), batches),
                                            ref::BroadcastStrides(BatchDims(args.inputs[1].dims()), batches)};
    const MatrixDims result = DimsOfMatrix(args.outputs[0].dims(), false);
    const int64_t count = batches.NumElements();
    ref::Walker walker(batches, strides);
    for (int64_t batch = 0; batch < count; ++batch, walker.Next()) {
      Multiply(args, walker.offset(0), walker.offset(1),
               args.outputs[0].data<float>() + batch * result.rows * result.columns);
    }
    return {};
  }

 private:
  void Multiply(const ref::KernelArgs& args, int64_t left, int64_t right, float* output) const {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const MatrixDims result = DimsOfMatrix(args.outputs[0].dims(), false);
    const int64_t depth = DimsOfMatrix(args.inputs[0].dims(), false).columns;
    const bool is_transposed = args.params.As<abi::TfLiteBatchMatMulParams>().adj_y;
    const auto layer = FloatLayer::PackMatrix(depth, result.columns,
                                              args.inputs[1].data<float>() + right * depth * result.columns,
                                              is_transposed, isa_);
    const float* const rows = args.inputs[0].data<float>() + left * result.rows * depth;
    layer.Compute(DenseRows(rows, result.rows, depth), {-kInfinity, kInfinity}, output);
  }

  Isa isa_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  const bool are_floats = node.inputs[0]->type == ir::DataType::kFloat32 &&
                          node.inputs[1]->type == ir::DataType::kFloat32 &&
                          node.outputs[0]->type == ir::DataType::kFloat32;
  if (!are_floats || node.params.As<abi::TfLiteBatchMatMulParams>().adj_x) return nullptr;
  return std::make_unique<FloatBatchMatmul>(isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(batch_matmul, {{"float32", &PrepareFloat}})
