// Layers of shape lists as graphs.
#include <deque>
#include <string>
#include <type_traits>
#include <utility>

#include "bench/ops/op_model.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tools/run/random_values.h"

namespace litevk::bench {
namespace {

class LayerBuilder {
 public:
  LayerBuilder(const LayerShape& shape, ir::DataType weights_type)
      : shape_(shape), weights_type_(weights_type) {}

  Result<OpModel> Build(const gpu::DeviceLimits& limits) {
    ir::Node node;
    node.op_code = shape_.op_code;
    for (const ir::Shape& dims : shape_.inputs) node.inputs.push_back(AddTensor(dims));
    AddConstants(node.inputs);
    node.params = Params();
    const ir::TensorId output = AddTensor(shape_.inputs.front());  // its dims are inferred
    node.outputs = {output};
    AddNode(std::move(node));
    LITEVK_RETURN_IF_ERROR(JudgeModel(model_, {output}, limits));
    for (const ir::TensorId id : model_.partition.inputs) {
      model_.inputs.push_back(Random(ir::DataType::kFloat32, model_.graph.tensor(id).dims));
    }
    model_.storage = storage_;
    return std::move(model_);
  }

 private:
  ir::TensorId AddTensor(const ir::Shape& dims, ir::DataType type = ir::DataType::kFloat32) {
    const auto id = static_cast<ir::TensorId>(model_.graph.tensors.size());
    ir::Tensor tensor;
    tensor.name = "t" + std::to_string(id);
    tensor.type = type;
    tensor.dims = dims;
    model_.graph.tensors.push_back(std::move(tensor));
    return id;
  }

  void AddNode(ir::Node node) {
    node.index = static_cast<int>(model_.graph.nodes.size());
    model_.graph.nodes.push_back(std::move(node));
  }

  ir::TensorId AddConstant(tools::Array value) {
    const ir::TensorId id = AddTensor(value.dims, value.type);
    storage_->push_back(std::move(value));
    model_.graph.tensor(id).constness = ir::Constness::kStored;
    model_.graph.tensor(id).data = storage_->back().bytes;
    return id;
  }

  // Stored as float16, weights go through a DEQUANTIZE node, as converters write them.
  ir::TensorId AddWeights(const ir::Shape& dims) {
    const ir::TensorId stored = AddConstant(Random(weights_type_, dims));
    if (weights_type_ == ir::DataType::kFloat32) return stored;
    const ir::TensorId unpacked = AddTensor(dims);
    ir::Node node;
    node.op_code = abi::kTfLiteBuiltinDequantize;
    node.inputs = {stored};
    node.outputs = {unpacked};
    AddNode(std::move(node));
    return unpacked;
  }

  ir::TensorId AddInts(const std::vector<int>& values, const ir::Shape& dims) {
    tools::Array array;
    array.type = ir::DataType::kInt32;
    array.dims = dims;
    const auto bytes = std::as_bytes(std::span(values));
    array.bytes.assign(bytes.begin(), bytes.end());
    return AddConstant(std::move(array));
  }

  void AddConstants(std::vector<ir::TensorId>& inputs) {
    for (const ir::Shape& dims : shape_.constants) {
      inputs.push_back(AddConstant(Random(ir::DataType::kFloat32, dims)));
    }
    if (HasWeights(shape_)) {
      const bool is_depthwise = shape_.op_code == abi::kTfLiteBuiltinDepthwiseConv2d;
      inputs.push_back(AddWeights(ir::Shape(shape_.filter)));
      inputs.push_back(AddWeights({is_depthwise ? shape_.filter.back() : shape_.filter.front()}));
    }
    if (shape_.op_code == abi::kTfLiteBuiltinMean) {
      inputs.push_back(AddInts(shape_.axes, {static_cast<int>(shape_.axes.size())}));
    }
    if (shape_.op_code == abi::kTfLiteBuiltinPad) {
      inputs.push_back(AddInts(shape_.paddings, {static_cast<int>(shape_.paddings.size() / 2), 2}));
    }
  }

  // Of a float type, of which there are values.
  tools::Array Random(ir::DataType type, const ir::Shape& dims) {
    return std::move(*tools::RandomValues(type, dims, seed_++));
  }

  template <typename T>
  static ir::Params Pack(const T& params) {
    static_assert(std::is_trivially_copyable_v<T>);
    return ir::Params(&params, sizeof(params));
  }

  ir::Params Params() const {
    const int stride_h = shape_.stride_hw[0];
    const int stride_w = shape_.stride_hw[1];
    switch (shape_.op_code) {
      case abi::kTfLiteBuiltinConv2d:
        return Pack(abi::TfLiteConvParams{shape_.padding, stride_w, stride_h, shape_.activation,
                                          shape_.dilation_hw[1], shape_.dilation_hw[0]});
      case abi::kTfLiteBuiltinDepthwiseConv2d:
        return Pack(abi::TfLiteDepthwiseConvParams{
            shape_.padding, stride_w, stride_h, shape_.filter[3] / shape_.inputs[0].channels(),
            shape_.activation, shape_.dilation_hw[1], shape_.dilation_hw[0]});
      case abi::kTfLiteBuiltinFullyConnected:
        return Pack(abi::TfLiteFullyConnectedParams{.activation = shape_.activation});
      case abi::kTfLiteBuiltinAveragePool2d:
      case abi::kTfLiteBuiltinMaxPool2d:
        return Pack(abi::TfLitePoolParams{shape_.padding, stride_w, stride_h, shape_.filter[1],
                                          shape_.filter[0], shape_.activation});
      case abi::kTfLiteBuiltinConcatenation:
        return Pack(abi::TfLiteConcatenationParams{shape_.axes.front(), shape_.activation});
      case abi::kTfLiteBuiltinAdd:
      case abi::kTfLiteBuiltinMul:
        return Pack(abi::TfLiteArithmeticParams{shape_.activation});
      case abi::kTfLiteBuiltinMean:
        return Pack(abi::TfLiteReducerParams{.keep_dims = false});
      case abi::kTfLiteBuiltinSoftmax:
        return Pack(abi::TfLiteSoftmaxParams{.beta = 1});
      default:
        return {};
    }
  }

  const LayerShape& shape_;
  ir::DataType weights_type_;
  uint64_t seed_ = 0;
  OpModel model_;
  // A deque: the graph points into its elements.
  std::shared_ptr<std::deque<tools::Array>> storage_ = std::make_shared<std::deque<tools::Array>>();
};

}  // namespace

bool HasWeights(const LayerShape& shape) {
  return shape.op_code == abi::kTfLiteBuiltinConv2d || shape.op_code == abi::kTfLiteBuiltinDepthwiseConv2d ||
         shape.op_code == abi::kTfLiteBuiltinFullyConnected;
}

Result<OpModel> MakeLayerModel(const LayerShape& shape, ir::DataType type, const gpu::DeviceLimits& limits) {
  return LayerBuilder(shape, type).Build(limits);
}

}  // namespace litevk::bench
