#include <string>
#include <vector>

#include "runtime/opset/common/tflite_failures.h"
#include "runtime/opset/op_record.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "runtime/opset/quantized/wide_multiplier_between.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

// Returns the signature of int8 matrices on the right. Their columns have scales along `axis`.
Signature Hybrid(std::string_view name, int axis) {
  return {.name = name,
          .inputs = {kFloat32, WithAnyZeroPoint(PerChannel(kInt8, axis))},
          .outputs = {kFloat32},
          .numeric_class = NumericClass{NumericKind::kExact}};
}

// Checks the scales of int8 matrices beside floats. They belong to the columns after the transposition,
// whatever dim the file states.
Status CheckScales(const ir::ShapeQuery& query, int columns) {
  const ir::Quantization& quantization = query.inputs[1]->quantization;
  const bool is_dynamic_int8 =
      query.inputs[0]->type == ir::DataType::kFloat32 && query.inputs[1]->type == ir::DataType::kInt8;
  const auto scales = static_cast<int>(quantization.scales.size());
  if (!is_dynamic_int8 || scales < 2 || ir::MayEqual(scales, columns)) return {};
  return Unsupported("the right side has " + std::to_string(scales) + " scales, expected one for each of " +
                     std::to_string(columns) + " columns");
}

Status InferBatchMatMul(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  for (int operand = 0; operand < 2; ++operand) {
    if (query.input(operand).rank() >= 2) continue;
    return InvalidArgument("input " + std::to_string(operand) + " has " +
                           std::to_string(query.input(operand).rank()) + " dims, expected 2 or more");
  }
  const auto& params = query.params.As<abi::TfLiteBatchMatMulParams>();
  const MatrixDims left = DimsOfMatrix(query.input(0), params.adj_x);
  const MatrixDims right = DimsOfMatrix(query.input(1), params.adj_y);
  if (!ir::MayEqual(left.columns, right.rows)) {
    return InvalidArgument("matrices of " + std::to_string(left.columns) + " columns and " +
                           std::to_string(right.rows) + " rows, expected as many rows as columns");
  }
  LITEVK_RETURN_IF_ERROR(CheckScales(query, right.columns));
  ir::Shape batches;
  if (!ir::Broadcast(BatchDims(query.input(0)), BatchDims(query.input(1)), &batches)) {
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + " and " +
                           query.input(1).ToString() + ", expected equal dims or 1 before the last two");
  }
  std::vector<int64_t> dims(batches.dims().begin(), batches.dims().end());
  dims.push_back(left.rows);
  dims.push_back(right.columns);
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::BatchMatMulOptions& options, abi::TfLiteBatchMatMulParams& params,
                OptionsReader&) {
  params.adj_x = options.adj_x();
  params.adj_y = options.adj_y();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

int VersionOfBatchMatmul(const OpSignature& signature) {
  if (signature.input_type(0) == INT16) return 3;
  if (signature.input_type(0) == INT8) return 2;
  const auto* options = signature.options<schema::BatchMatMulOptions>();
  return IsDynamicInt8(signature) && options != nullptr && options->asymmetric_quantize_inputs() ? 4 : 1;
}

OpCost Cost(const ir::NodeView& view) {
  const bool is_transposed = view.params<abi::TfLiteBatchMatMulParams>().adj_x;
  return CostOf(view,
                2 * ElementsOf(view.output()) * DimsOfMatrix(view.input(0).dims, is_transposed).columns);
}

}  // namespace

FixedPoint MultiplierOfMatmul(const ir::Tensor& left, const ir::Tensor& right, const ir::Tensor& output) {
  if (left.type != ir::DataType::kInt16) {
    return MultipliersOfFloats(left.quantization, right.quantization, output.quantization, 1).front();
  }
  const float product = left.quantization.scales[0] * right.quantization.scales[0];
  return WideMultiplierBetween(product, output.quantization.scales[0]);
}

extern const OpInfo kOpInfo_batch_matmul = {
    .op_code = abi::kTfLiteBuiltinBatchMatmul,
    .name = "BATCH_MATMUL",
    .stem = "batch_matmul",
    .versions =
        {
            {1, "2.3.0", "float32"},
            {2, "2.3.0", "int8"},
            {3, "2.4.0", "int16"},
            {4, "2.5.0", "int8 weights, asymmetrically quantized input"},
        },
    .needed_version = VersionOfBatchMatmul,
    .params = ParamsOf<FillParams>(),
    .types = {{.name = "float32", .inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}},
              {.name = "int8 to int32",
               .inputs = {Unread(kInt8), Unread(kInt8)},
               .outputs = {Unread(kInt32)}},
              {.name = "int8", .inputs = {PerTensor(kInt8), PerTensor(kInt8)}, .outputs = {PerTensor(kInt8)}},
              {.name = "int16",
               .inputs = {Symmetric(ir::DataType::kInt16), Symmetric(ir::DataType::kInt16)},
               .outputs = {Symmetric(ir::DataType::kInt16)}},
              {.name = "int16xint8",
               .inputs = {Symmetric(ir::DataType::kInt16), Symmetric(kInt8)},
               .outputs = {Symmetric(ir::DataType::kInt16)}},
              Hybrid("float32xint8", -1),
              Hybrid("float32xint8 transposed", -2)},
    .tflite_fails = TfliteRefusesRank<5>,
    .infer_shapes = InferBatchMatMul,
    .operands = {{"lhs", "rhs"}, {"output"}},
    .numeric_class = {NumericKind::kTranscendental},
    .layout = {LayoutRole::kImplicit},
    .cost = Cost,
};

}  // namespace litevk
