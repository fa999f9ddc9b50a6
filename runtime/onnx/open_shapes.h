// Differences between models that were written for several sizes of open dims, as values that a run computes
// of the inputs' dims.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/onnx/model_content.h"
#include "runtime/onnx/open_dims.h"
#include "runtime/onnx/shape_nodes.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

class OpenShapes {
 public:
  // `first` is the model of probe 0, which Open() changes. `run_places` are those of the last dims, which a
  // run decides.
  OpenShapes(const std::vector<OpenDim>& dims, std::vector<SizePlace> run_places, ::onnx::ModelProto& first);

  // Takes the model of the next probe, with Elements::kDigests. Fails where other things than numbers of
  // shapes differ.
  Status Add(::onnx::ModelProto& other);
  // Puts names and computed shapes into the first model, and returns how many nodes it has got. Fails where a
  // number follows from no open dim.
  Result<size_t> Open();

 private:
  using Numbers = std::vector<std::vector<int64_t>>;  // by probe

  Status CheckNodes(const ModelContent& other) const;
  Status AddConstants(const ModelContent& other);
  Status AddInfos(const ModelContent& other);
  Result<std::vector<SizePlace>> FindPlaces() const;
  Status OpenConstant(size_t index, ShapeNodes& nodes);
  std::string ReaderOf(const std::string& name) const;
  bool IsOfReshapesAlone(const std::string& name) const;
  void NameSizes();

  const std::vector<OpenDim>& dims_;
  std::vector<SizePlace> run_places_;
  ::onnx::ModelProto& model_;
  ModelContent content_;
  std::vector<Numbers> constants_;  // by constant: its integers; empty: it is no shape
  std::vector<Numbers> infos_;      // by value: its dims
};

}  // namespace litevk::to_onnx
