#include <limits>

#include "kernels_cpu/matmul/float_layer.h"
#include "kernels_cpu/matmul/matmul_batches.h"
#include "kernels_cpu/matmul/quantized_batch_matmul.h"
#include "kernels_cpu/support/fast_kernels.h"

namespace litevk::cpu {
namespace {

// The right matrices are packed in each run.
class FloatBatchMatmul : public PreparedKernel {
 public:
  explicit FloatBatchMatmul(Isa isa) : isa_(isa) {}

  Status Run(const ref::KernelArgs& args) const override {
    const MatrixDims result = DimsOfMatrix(args.outputs[0].dims(), false);
    ForEachMatmul(args, [&](int64_t left, int64_t right, int64_t output) {
      Multiply(args, left, right, args.outputs[0].data<float>() + output * result.rows * result.columns);
    });
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

LITEVK_FAST_KERNEL_ROW(batch_matmul, {{"float32", &PrepareFloat}, {"int8", &PrepareInt8BatchMatmul}})
