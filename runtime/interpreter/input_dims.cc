#include "runtime/interpreter/input_dims.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ir/shape.h"
#include "runtime/model/tensor_data.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {
namespace {

ir::Shape ShapeOf(const flatbuffers::Vector<int32_t>* dims) {
  return ir::Shape(dims == nullptr ? std::vector<int>() : std::vector<int>(dims->begin(), dims->end()));
}

// An input's dims: in the file, in its signature with open dims, and now.
struct InputDims {
  ir::Shape stored;
  ir::Shape signature;
  ir::Shape now;
};

// Joins the results of `tell` for each input's dims, behind "input 0 'image' ".
std::string ForEachInput(const Model& model, Subgraph& subgraph,
                         const std::function<std::string(const InputDims&)>& tell) {
  const auto& source = *model.root().subgraphs()->Get(static_cast<flatbuffers::uoffset_t>(subgraph.index()));
  std::string diagnostic;
  for (size_t input = 0; input < subgraph.inputs().size(); ++input) {
    const int id = subgraph.inputs()[input];
    if (id < 0) continue;
    const auto& stored = *source.tensors()->Get(static_cast<flatbuffers::uoffset_t>(id));
    const auto dims = Values(subgraph.tensor(id).dims);
    const std::string told = tell({.stored = ShapeOf(stored.shape()),
                                   .signature = ShapeOf(stored.shape_signature()),
                                   .now = ir::Shape(std::vector<int>(dims.begin(), dims.end()))});
    if (told.empty()) continue;
    const char* name = subgraph.tensor(id).name;
    diagnostic += (diagnostic.empty() ? "input " : ", input ") + std::to_string(input);
    if (name != nullptr && *name != '\0') diagnostic += " '" + std::string(name) + "'";
    diagnostic += " " + told;
  }
  return diagnostic;
}

std::string Resized(const InputDims& dims) {
  if (dims.now == dims.stored) return "";
  const std::string diagnostic = "was resized from " + dims.stored.ToString() + " to " + dims.now.ToString();
  return diagnostic;
}

std::string OpenAndUnset(const InputDims& dims) {
  const bool is_open = std::ranges::any_of(dims.signature.dims(), [](int size) { return size < 0; });
  if (!is_open || dims.now != dims.stored) return "";
  const std::string diagnostic =
      "leaves dims open and is " + dims.now.ToString() + " as long as nobody sets them";
  return diagnostic;
}

// False for errors that have reasons other than dims: an unsupported model, or a cancelled run.
bool MayComeOfDims(const Status& status) {
  return !status.ok() && status.code() != StatusCode::kUnsupported && status.code() != StatusCode::kCancelled;
}

}  // namespace

Status WithOpenInputs(Status status, const Model& model, Subgraph& subgraph) {
  if (!MayComeOfDims(status)) return status;
  const std::string open = ForEachInput(model, subgraph, OpenAndUnset);
  if (open.empty()) return status;
  const std::string hint = open + "; resize_tensor_input() does, or --shape NAME:DIMS of the programs";
  return {status.code(), hint + "\n" + status.message()};
}

Status WithInputDims(Status status, const Model& model, Subgraph& subgraph) {
  if (status.ok()) return status;
  const std::string resized = ForEachInput(model, subgraph, Resized);
  if (resized.empty()) return WithOpenInputs(std::move(status), model, subgraph);
  return {status.code(), resized + ", which the model does not take: " + status.message()};
}

}  // namespace litevk
