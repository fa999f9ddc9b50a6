#include "kernels_cpu/matmul/quantized_batch_matmul.h"

#include <utility>

#include "kernels_cpu/matmul/integer_output.h"
#include "kernels_cpu/matmul/matmul_batches.h"
#include "kernels_ref/common/layer_output.h"

namespace litevk::cpu {
namespace {

// The right matrices are packed in each run.
class Int8BatchMatmul : public PreparedKernel {
 public:
  // `output` takes sums of up to `depth` products.
  Int8BatchMatmul(IntegerOutput<int8_t> output, int64_t columns, int64_t depth, Isa isa)
      : output_(std::move(output)), columns_(columns), depth_(depth), isa_(isa) {}

  bool Fits(const ref::KernelArgs& args) const override {
    return DimsOfMatrix(args.outputs[0].dims(), false).columns == columns_ &&
           DimsOfMatrix(args.inputs[0].dims(), false).columns <= depth_;
  }

  Status Run(const ref::KernelArgs& args) const override {
    const MatrixDims left = DimsOfMatrix(args.inputs[0].dims(), false);
    const LayerDims dims = {.groups = 1, .outputs = columns_, .inputs = left.columns};
    const bool is_transposed = !args.params.As<abi::TfLiteBatchMatMulParams>().adj_y;
    const auto zero_point = [&](size_t index) {
      return args.inputs[index].tensor->quantization.zero_points[0];
    };
    ForEachMatmul(args, [&](int64_t left_index, int64_t right_index, int64_t output_index) {
      const int64_t size = dims.inputs * dims.outputs;
      const std::span<const int8_t> right(args.inputs[1].data<int8_t>() + right_index * size,
                                          static_cast<size_t>(size));
      const auto layer = IntegerLayer::Pack<int8_t, int8_t>(
          dims, {.values = right, .zero_point = zero_point(1), .is_transposed = is_transposed}, zero_point(0),
          {}, isa_);
      const int8_t* const rows =
          args.inputs[0].data<int8_t>() + left_index * int64_t{left.rows} * left.columns;
      int8_t* const to = args.outputs[0].data<int8_t>() + output_index * left.rows * columns_;
      layer.Compute(DenseIntegerRows<int8_t>(rows, left.rows, left.columns, layer.inputs()),
                    OutputSink<int32_t, int8_t, IntegerOutput<int8_t>>(output_, columns_, to));
    });
    return {};
  }

 private:
  IntegerOutput<int8_t> output_;
  int64_t columns_;
  int64_t depth_;
  Isa isa_;
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareInt8BatchMatmul(const ref::PreparedNode& node, Isa isa) {
  const ir::Shape& dims = node.outputs[0]->dims;
  if (node.params.As<abi::TfLiteBatchMatMulParams>().adj_x || dims.has_unknown() ||
      node.inputs[0]->dims.has_unknown()) {
    return nullptr;
  }
  const int columns = DimsOfMatrix(dims, false).columns;
  const int depth = DimsOfMatrix(node.inputs[0]->dims, false).columns;
  const ref::LayerTensors tensors = {.input = *node.inputs[0],
                                     .weights = *node.inputs[1],
                                     .output = *node.outputs[0],
                                     .bias = nullptr,
                                     .channels = columns,
                                     .activation = abi::kTfLiteActNone};
  const std::vector<FixedPoint> multipliers(
      static_cast<size_t>(columns), MultiplierOfMatmul(tensors.input, tensors.weights, tensors.output));
  auto output =
      IntegerOutput<int8_t>::ByFixedPoint(tensors, multipliers, BoundOfSums(tensors.input, depth, {}), isa);
  if (!output.has_value()) return nullptr;
  return std::make_unique<Int8BatchMatmul>(*std::move(output), columns, depth, isa);
}

}  // namespace litevk::cpu
