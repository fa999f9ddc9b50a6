// Replaces the differences between models written for several sizes of open dims by values computed at run
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "onnx/facts/open_dims.h"
#include "onnx/open_dims/shape_nodes.h"
#include "onnx/write/model_content.h"
#include "runtime/base/status.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

class OpenShapes {
 public:
  // `first` is the model of probe 0, which Open() changes. `run_axes` belong to the last dims, the run-time
  // dims.
  OpenShapes(const std::vector<OpenDim>& dims, std::vector<SizeAxis> run_axes, ::onnx::ModelProto& first);

  // Takes the model of the next probe, with Elements::kDigests. Fails if anything but elements of shapes
  // differs.
  Status Add(::onnx::ModelProto& other);
  // Inserts names and computed shapes into the first model, and returns the number of added nodes. Fails if a
  // differing element does not follow from one open dim.
  Result<size_t> Open();

 private:
  using SizeValues = std::vector<std::vector<int64_t>>;  // indexed by probe

  Status CheckNodes(const ModelContent& other) const;
  Status AddConstants(const ModelContent& other);
  Status AddInfos(const ModelContent& other);
  Result<std::vector<SizeAxis>> FindAxes() const;
  Status OpenConstant(size_t index, ShapeNodes& nodes);
  std::string ReaderOf(const std::string& name) const;
  bool HasOnlyReshapes(const std::string& name) const;
  void NameSizes();

  const std::vector<OpenDim>& dims_;
  std::vector<SizeAxis> run_axes_;
  ::onnx::ModelProto& model_;
  ModelContent content_;
  std::vector<SizeValues> constants_;  // for each constant, its integers; empty: it is no shape
  std::vector<SizeValues> infos_;      // for each value, its dims
};

}  // namespace litevk::to_onnx
