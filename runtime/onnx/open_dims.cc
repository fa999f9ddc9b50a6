#include "runtime/onnx/open_dims.h"

#include <array>
#include <utility>

#include "runtime/base/utf8.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk::to_onnx {
namespace {

// No row is a multiple of another one and a constant. Large enough for an image that a network halves five
// times, and for no dim of a usual model.
constexpr std::array<std::array<int64_t, kProbes>, kMostOpenDims> kSizes = {
    {{234, 295, 348}, {282, 293, 399}, {301, 334, 372}, {397, 254, 308}, {340, 377, 274}, {309, 350, 263}}};

std::vector<OpenPlace> FindPlaces(const schema::SubGraph& subgraph) {
  std::vector<OpenPlace> places;
  if (subgraph.inputs() == nullptr) return places;
  for (const int32_t id : *subgraph.inputs()) {
    const schema::Tensor& tensor = *subgraph.tensors()->Get(static_cast<uint32_t>(id));
    if (tensor.shape_signature() == nullptr) continue;
    int axis = 0;
    for (const int32_t size : *tensor.shape_signature()) {
      if (size == -1) places.push_back({id, axis});
      ++axis;
    }
  }
  return places;
}

std::string NameOf(const schema::Tensor& tensor) {
  return tensor.name() == nullptr ? "" : ValidUtf8(tensor.name()->string_view());
}

std::string NameOf(const schema::SubGraph& subgraph, const OpenPlace& place) {
  return NameOf(*subgraph.tensors()->Get(static_cast<uint32_t>(place.input))) + "_" +
         std::to_string(place.axis);
}

std::string NameOfAxis(int axis) { return axis == 0 ? "batch" : "dim_" + std::to_string(axis); }

}  // namespace

std::vector<OpenDim> FindOpenDims(const Model& model, bool joins_inputs) {
  const schema::SubGraph& subgraph = *model.root().subgraphs()->Get(0);
  std::vector<OpenDim> dims;
  for (const OpenPlace& place : FindPlaces(subgraph)) {
    const bool is_batch_alone = place.axis == 0 && subgraph.inputs()->size() == 1;
    const std::string name =
        joins_inputs || is_batch_alone ? NameOfAxis(place.axis) : NameOf(subgraph, place);
    auto found = dims.begin();
    while (found != dims.end() && found->name != name) ++found;
    if (found == dims.end()) found = dims.insert(found, {name, {}});
    found->places.push_back(place);
  }
  return dims;
}

std::string OpenInputsText(const Model& model) {
  const schema::SubGraph& subgraph = *model.root().subgraphs()->Get(0);
  std::string text;
  ir::TensorId last = ir::kAbsent;
  for (const OpenPlace& place : FindPlaces(subgraph)) {
    if (place.input == std::exchange(last, place.input)) continue;
    const schema::Tensor& tensor = *subgraph.tensors()->Get(static_cast<uint32_t>(place.input));
    const auto dims = tensor.shape() == nullptr
                          ? std::vector<int>()
                          : std::vector<int>(tensor.shape()->begin(), tensor.shape()->end());
    text += (text.empty() ? "input '" : ", input '") + NameOf(tensor) + "' leaves dims open and is " +
            ir::Shape(dims).ToString() + " in the file";
  }
  return text;
}

int64_t ProbeSize(const std::vector<OpenDim>& dims, size_t dim, size_t probe) {
  return kSizes[dim][probe] + dims[dim].added;
}

void SetProbe(const std::vector<OpenDim>& dims, size_t probe, ir::Graph& graph) {
  for (size_t dim = 0; dim < dims.size(); ++dim) {
    for (const OpenPlace& place : dims[dim].places) {
      ir::Tensor& input = graph.tensor(place.input);
      // What is stored has the dims of its bytes.
      if (!input.is_known()) input.dims[place.axis] = static_cast<int>(ProbeSize(dims, dim, probe));
    }
  }
}

}  // namespace litevk::to_onnx
