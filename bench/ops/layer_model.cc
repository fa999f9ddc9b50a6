// Layers of shape lists as graphs.
#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <utility>

#include "bench/ops/op_model.h"
#include "runtime/opset/op_info.h"
#include "tools/run/random_values.h"

namespace litevk::bench {
namespace {

// Returns the operator's layer form, which every operator in a shape list has.
const LayerForm& FormOf(const LayerShape& shape) { return *FindOpInfo(shape.op_code)->layer; }

// Quantization of int8 tensors; any values would do.
constexpr float kInputScale = 0.05F;
constexpr float kWeightScale = 0.01F;
constexpr int kZeroPoint = -3;

class LayerBuilder {
 public:
  LayerBuilder(const LayerShape& shape, ir::DataType weights_type)
      : shape_(shape), form_(FormOf(shape)), weights_type_(weights_type) {}

  Result<OpModel> Build(const gpu::DeviceLimits& limits) {
    ir::Node node;
    node.op_code = shape_.op_code;
    for (const ir::Shape& dims : shape_.inputs) node.inputs.push_back(AddIntegers(dims, kInputScale));
    AddConstants(node.inputs);
    if (form_.params != nullptr) node.params = form_.params(shape_, shape_.inputs.front().channels());
    const ir::TensorId output = AddIntegers(shape_.inputs.front(), OutputScale());  // its dims are inferred
    node.outputs = {output};
    AddNode(std::move(node));
    LITEVK_RETURN_IF_ERROR(JudgeModel(model_, {output}, limits));
    for (const ir::TensorId id : model_.partition.inputs) {
      model_.inputs.push_back(Random(model_.graph.tensor(id).type, model_.graph.tensor(id).dims));
    }
    model_.storage = storage_;
    return std::move(model_);
  }

 private:
  bool is_int8() const { return weights_type_ == ir::DataType::kInt8; }

  // Adds a computed tensor: float32, or int8 with `scale`.
  ir::TensorId AddIntegers(const ir::Shape& dims, float scale) {
    if (!is_int8()) return AddTensor(dims);
    const ir::TensorId id = AddTensor(dims, ir::DataType::kInt8);
    model_.graph.tensor(id).quantization = {.scales = {scale}, .zero_points = {kZeroPoint}};
    return id;
  }

  // Returns a scale that spreads sums of random products over most of int8's range.
  float OutputScale() const {
    if (!is_int8()) return 1;
    const auto outputs = static_cast<size_t>(form_.weights_outputs);
    const double terms = static_cast<double>(ir::Shape(shape_.filter).NumElements()) / shape_.filter[outputs];
    constexpr double kSpread = 100;
    return static_cast<float>(double{kInputScale} * kWeightScale * kSpread * std::sqrt(terms));
  }

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

  // Adds weights. If they are stored as float16, adds a node that unpacks them, as converters do.
  ir::TensorId AddWeights(const ir::Shape& dims) {
    const ir::TensorId stored = AddConstant(Random(weights_type_, dims));
    if (weights_type_ != ir::DataType::kFloat16) return stored;
    const ir::TensorId unpacked = AddTensor(dims);
    ir::Node node;
    node.op_code = ConverterOf(stored, unpacked).op_code;
    node.inputs = {stored};
    node.outputs = {unpacked};
    AddNode(std::move(node));
    return unpacked;
  }

  // Returns the operator whose purpose is the conversion of one tensor into the other.
  const OpInfo& ConverterOf(ir::TensorId input, ir::TensorId output) const {
    const ir::Tensor* const inputs[] = {&model_.graph.tensor(input)};
    const ir::Tensor* const outputs[] = {&model_.graph.tensor(output)};
    return **std::ranges::find_if(OpInfos(), [&](const OpInfo* info) {
      const bool converts = !info->types.empty() && info->types.front().quantized == Quantized::kConverted;
      return converts && CheckTypes(*info, inputs, outputs).ok();
    });
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
      const int outputs = shape_.filter[static_cast<size_t>(form_.weights_outputs)];
      inputs.push_back(AddWeights(ir::Shape(shape_.filter)));
      if (is_int8()) {
        model_.graph.tensor(inputs.back()).quantization = {
            .scales = std::vector<float>(static_cast<size_t>(outputs), kWeightScale),
            .zero_points = std::vector<int>(static_cast<size_t>(outputs)),
            .channel_axis = form_.weights_outputs};
        inputs.push_back(AddConstant(Random(ir::DataType::kInt32, {outputs})));
      } else {
        inputs.push_back(AddWeights({outputs}));
      }
    }
    if (form_.values == nullptr) return;
    const std::vector<int>& values = shape_.*form_.values;
    const auto count = static_cast<int>(values.size());
    inputs.push_back(AddInts(
        values, form_.columns == 1 ? ir::Shape{count} : ir::Shape{count / form_.columns, form_.columns}));
  }

  // Returns random values. `type` must be one that has random values.
  tools::Array Random(ir::DataType type, const ir::Shape& dims) {
    return std::move(*tools::RandomValues(type, dims, seed_++));
  }

  const LayerShape& shape_;
  const LayerForm& form_;
  ir::DataType weights_type_;
  uint64_t seed_ = 0;
  OpModel model_;
  // A deque, because the graph points into its elements.
  std::shared_ptr<std::deque<tools::Array>> storage_ = std::make_shared<std::deque<tools::Array>>();
};

}  // namespace

bool HasWeights(const LayerShape& shape) { return FormOf(shape).weights_outputs >= 0; }

Result<OpModel> MakeLayerModel(const LayerShape& shape, ir::DataType type, const gpu::DeviceLimits& limits) {
  return LayerBuilder(shape, type).Build(limits);
}

}  // namespace litevk::bench
