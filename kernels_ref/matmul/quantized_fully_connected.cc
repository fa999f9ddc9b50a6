#include "kernels_ref/matmul/quantized_fully_connected.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels_ref/common/dot_products.h"
#include "kernels_ref/common/layer_output.h"
#include "kernels_ref/support/densify.h"
#include "runtime/opset/quantized/weights_zero_point.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

// Returns the weights in place or, if they are sparse, a dense copy in `storage`.
template <typename Weight>
Result<const Weight*> DenseWeights(const ConstView& weights, std::vector<Weight>* storage) {
  if (weights.tensor->sparsity == nullptr) return weights.data<Weight>();
  storage->resize(static_cast<size_t>(weights.dims().NumElements()));
  LITEVK_RETURN_IF_ERROR(SpreadBlocks(weights, std::as_writable_bytes(std::span(*storage))));
  return storage->data();
}

// Rows of weights, and how often a row of the input stands behind itself beside one.
template <typename Weight>
struct RepeatedRows {
  IntegerRows<Weight> weights;
  int64_t repeats = 1;
};

// Returns rows of 16 bits that add up to the weights. Weights of int16 minus their zero point have 17 bits:
// the sum of three rows, the weights and twice a half of the zero point. Other weights stay where they are.
// `storage` keeps the rows.
template <typename Weight>
RepeatedRows<Weight> RowsOf(const IntegerRows<Weight>& weights, std::vector<Weight>* storage) {
  if constexpr (std::is_same_v<Weight, int16_t>) {
    if (weights.zero_point == 0) return {weights};
    const int half = -weights.zero_point / 2;
    const int other_half = -weights.zero_point - half;
    for (int64_t row = 0; row < weights.rows; ++row) {
      const int16_t* first = weights.first + row * weights.depth;
      storage->insert(storage->end(), first, first + weights.depth);
      for (const int part : {half, other_half}) {
        storage->insert(storage->end(), static_cast<size_t>(weights.depth), static_cast<int16_t>(part));
      }
    }
    return {{storage->data(), weights.rows, weights.depth * 3, 0}, 3};
  }
  return {weights};
}

template <typename T, typename Weight, typename Out, typename Scale>
Status Multiply(const KernelArgs& args, const LayerTensors& layer, Scale scale) {
  LITEVK_ASSIGN_OR_RETURN(const auto output_of, (LayerOutput<Out, Scale>::Of(layer, std::move(scale))));
  const ir::Shape& filter = args.inputs[1].dims();
  const int64_t units = filter[0];
  const int64_t depth = filter[1];
  const T* input = args.inputs[0].data<T>();
  Out* output = args.outputs[0].data<Out>();
  std::vector<Weight> storage;
  LITEVK_ASSIGN_OR_RETURN(const Weight* dense, DenseWeights(args.inputs[1], &storage));
  std::vector<Weight> repeated;
  const auto [weights, repeats] =
      RowsOf<Weight>({dense, units, depth, ZeroPointOfWeights(layer.weights)}, &repeated);
  ForEachSumOfProducts<T>(
      args.outputs[0].dims().NumElements() / units, weights,
      [&, times = repeats](int64_t row, int16_t* values) {
        for (int64_t i = 0; i < times; ++i) {
          TakeOutZeroPoint(input + row * depth, depth, layer.input.quantization.zero_points[0],
                           values + i * depth);
        }
      },
      [&](const auto& sums) { WriteSums(output_of, sums, 0, units, output); });
  return {};
}

}  // namespace

Status CheckSparseWeights(const ir::Tensor& weights) {
  if (weights.sparsity == nullptr) return {};
  const abi::TfLiteSparsity& sparsity = *weights.sparsity;
  constexpr int kLevels = 3;
  constexpr int kBlock = 16;
  const bool has_blocks = ir::UnpackedType(weights.type) == ir::DataType::kInt8 &&
                          sparsity.dim_metadata_size == kLevels && sparsity.dim_metadata != nullptr &&
                          sparsity.dim_metadata[kLevels - 1].dense_size == kBlock;
  if (has_blocks && ZeroPointOfWeights(weights) == 0) return {};
  return Unsupported("the weights are sparse, expected int8 with zero point 0 in blocks of 1x16");
}

template <typename T, typename Weight, typename Out>
Status QuantizedFullyConnected(const KernelArgs& args) {
  // With depth 0 the output is zeros; TFLite adds no bias.
  if (args.inputs[1].dims()[1] == 0) {
    std::ranges::fill(args.outputs[0].bytes, std::byte{0});
    return {};
  }
  const auto& params = args.params.As<abi::TfLiteFullyConnectedParams>();
  const LayerTensors layer = TensorsOfLayer(args, args.inputs[1].dims()[0], params.activation);
  if constexpr (std::is_same_v<Weight, int16_t>) {
    return Multiply<T, Weight, Out>(args, layer, WideScaleOf(layer));
  } else if constexpr (std::is_same_v<T, int16_t>) {
    if (!HasNarrowSums(params.quantized_bias_type)) {
      return Multiply<T, Weight, Out>(args, layer, DoubleScale<int64_t>{DoubleMultipliersOf(layer)});
    }
  }
  if (layer.weights.sparsity != nullptr) {
    return Multiply<T, Weight, Out>(args, layer, FixedPointScale{FixedMultipliersOf(layer)});
  }
  return Multiply<T, Weight, Out>(args, layer, DoubleScale<int32_t>{DoubleMultipliersOf(layer)});
}

template Status QuantizedFullyConnected<int8_t, int8_t, int8_t>(const KernelArgs& args);
template Status QuantizedFullyConnected<uint8_t, uint8_t, uint8_t>(const KernelArgs& args);
template Status QuantizedFullyConnected<uint8_t, uint8_t, int16_t>(const KernelArgs& args);
template Status QuantizedFullyConnected<int16_t, int8_t, int16_t>(const KernelArgs& args);
template Status QuantizedFullyConnected<int16_t, int16_t, int16_t>(const KernelArgs& args);

}  // namespace litevk::ref
