#include "onnx/facts/open_dims.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/base/utf8.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk::to_onnx {
namespace {

using Sizes = std::array<int64_t, kProbes>;

// Sizes of dims in the probes. No row is a multiple of another one plus a constant. The sizes allow an image
// to be halved five times, and differ from dims of usual models.
constexpr std::array<Sizes, kMostDims> kSizes = {{{234, 295, 348},
                                                  {282, 293, 399},
                                                  {301, 334, 372},
                                                  {397, 254, 308},
                                                  {340, 377, 274},
                                                  {309, 350, 263},
                                                  {287, 289, 276},
                                                  {318, 311, 388},
                                                  {326, 271, 321},
                                                  {358, 315, 356},
                                                  {325, 384, 242},
                                                  {278, 349, 327}}};
// Factors for dims that must be multiples of a number. They keep products of sizes within 32 bits.
constexpr std::array<Sizes, kMostOpenDims> kFactors = {
    {{47, 33, 52}, {31, 57, 26}, {34, 35, 24}, {17, 43, 54}, {39, 41, 58}, {59, 48, 49}}};

// Sizes of further probes: `step` apart from the first one on, modulo `count`, from `least` on. With these
// steps no chain of three windows leaves the same remainder in all probes.
struct MoreSizes {
  int64_t least = 0;
  int64_t count = 0;
  int64_t step = 0;
};
constexpr MoreSizes kMoreSizes = {.least = 234, .count = 166, .step = 61};
constexpr MoreSizes kMoreFactors = {.least = 17, .count = 43, .step = 13};

int64_t SizeIn(const Sizes& sizes, const MoreSizes& more, size_t probe) {
  if (probe < kProbes) return sizes[probe];
  const auto steps = static_cast<int64_t>(probe - kProbes + 1);
  return more.least + (sizes[0] - more.least + steps * more.step) % more.count;
}

// Returns the dims of an input, with kOpen for open ones.
ir::Shape OpenDimsOf(const Source& source, ir::TensorId input) {
  const auto given = source.given.find(input);
  if (given != source.given.end()) return given->second;
  const auto* signature = SubgraphOf(source).tensors()->Get(static_cast<uint32_t>(input))->shape_signature();
  return signature == nullptr ? ir::Shape()
                              : ir::Shape(std::vector<int>(signature->begin(), signature->end()));
}

std::vector<OpenAxis> FindAxes(const Source& source) {
  std::vector<OpenAxis> axes;
  const auto* inputs = SubgraphOf(source).inputs();
  if (inputs == nullptr) return axes;
  for (const int32_t id : *inputs) {
    const ir::Shape dims = OpenDimsOf(source, id);
    for (int axis = 0; axis < dims.rank(); ++axis) {
      if (dims[axis] == kOpen) axes.push_back({id, axis});
    }
  }
  return axes;
}

std::string NameOf(const schema::Tensor& tensor) {
  return tensor.name() == nullptr ? "" : ValidUtf8(tensor.name()->string_view());
}

std::string NameOf(const schema::SubGraph& subgraph, const OpenAxis& open_axis) {
  return NameOf(*subgraph.tensors()->Get(static_cast<uint32_t>(open_axis.tensor))) + "_" +
         std::to_string(open_axis.axis);
}

std::string NameOfAxis(int axis) { return axis == 0 ? "batch" : "dim_" + std::to_string(axis); }

}  // namespace

std::vector<OpenDim> FindOpenDims(const Source& source, bool joins_inputs) {
  const schema::SubGraph& subgraph = SubgraphOf(source);
  std::vector<OpenDim> dims;
  for (const OpenAxis& open_axis : FindAxes(source)) {
    const bool is_only_batch = open_axis.axis == 0 && subgraph.inputs()->size() == 1;
    const std::string name =
        joins_inputs || is_only_batch ? NameOfAxis(open_axis.axis) : NameOf(subgraph, open_axis);
    auto found = dims.begin();
    while (found != dims.end() && found->name != name) ++found;
    if (found == dims.end()) found = dims.insert(found, {name, {}});
    found->axes.push_back(open_axis);
  }
  return dims;
}

std::vector<OpenDim> SharedAxes(const Source& source, const std::vector<OpenDim>& dims) {
  constexpr size_t kLeast = 3;  // two that are taken apart are each by itself
  std::vector<OpenDim> shared;
  for (const OpenDim& dim : dims) {
    if (dim.axes.size() < kLeast) continue;
    for (const OpenAxis& open_axis : dim.axes)
      shared.push_back({NameOf(SubgraphOf(source), open_axis), {open_axis}});
  }
  return shared;
}

std::vector<OpenDim> WithApart(std::vector<OpenDim> dims, const OpenDim& apart) {
  for (OpenDim& dim : dims) std::erase(dim.axes, apart.axes.front());
  std::erase_if(dims, [](const OpenDim& dim) { return dim.axes.empty(); });
  dims.push_back(apart);
  return dims;
}

std::string GivenInputsText(const Source& source) {
  std::string text;
  for (const auto& [input, dims] : source.given) {
    const schema::Tensor& tensor = *SubgraphOf(source).tensors()->Get(static_cast<uint32_t>(input));
    text +=
        (text.empty() ? "input '" : ", input '") + NameOf(tensor) + "' was given the dims " + dims.ToString();
  }
  return text;
}

std::string OpenInputsText(const Source& source) {
  std::string text;
  ir::TensorId last = ir::kAbsent;
  for (const OpenAxis& open_axis : FindAxes(source)) {
    const bool is_known = source.given.contains(open_axis.tensor);
    if (is_known || open_axis.tensor == std::exchange(last, open_axis.tensor)) continue;
    const schema::Tensor& tensor =
        *SubgraphOf(source).tensors()->Get(static_cast<uint32_t>(open_axis.tensor));
    const auto dims = tensor.shape() == nullptr
                          ? std::vector<int>()
                          : std::vector<int>(tensor.shape()->begin(), tensor.shape()->end());
    text += (text.empty() ? "input '" : ", input '") + NameOf(tensor) + "' leaves dims open and is " +
            ir::Shape(dims).ToString() + " in the file";
  }
  return text;
}

bool OpenDim::is_side() const {
  return std::ranges::any_of(axes, [](const OpenAxis& open_axis) { return open_axis.axis > 0; });
}

int64_t ProbeSize(const std::vector<OpenDim>& dims, size_t dim, size_t probe) {
  const OpenDim& open = dims[dim];
  return open.multiple == 1 ? SizeIn(kSizes[dim], kMoreSizes, probe) + open.added
                            : SizeIn(kFactors[dim], kMoreFactors, probe) * open.multiple;
}

void SetProbe(const Source& source, const std::vector<OpenDim>& dims, size_t probe, ir::Graph& graph) {
  for (const auto& [input, given] : source.given) {
    ir::Tensor& tensor = graph.tensor(input);
    if (tensor.is_known()) continue;
    // Dims that stay open without a probe are those of the file, or 1.
    const ir::Shape file = tensor.dims;
    tensor.dims = given;
    for (int axis = 0; axis < given.rank(); ++axis) {
      if (given[axis] == kOpen) tensor.dims[axis] = axis < file.rank() ? file[axis] : 1;
    }
  }
  for (size_t dim = 0; dim < dims.size(); ++dim) {
    for (const OpenAxis& open_axis : dims[dim].axes) {
      ir::Tensor& input = graph.tensor(open_axis.tensor);
      // A stored input keeps the dims of its bytes.
      if (!input.is_known()) input.dims[open_axis.axis] = static_cast<int>(ProbeSize(dims, dim, probe));
    }
  }
}

}  // namespace litevk::to_onnx
