// Conversion of a TFLite model to an ONNX model: docs/ONNX.md.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/facts/options.h"
#include "onnx/facts/report.h"
#include "runtime/base/status.h"
#include "runtime/model/model.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

class Conversion {
 public:
  ~Conversion();
  Conversion(Conversion&&) noexcept;
  Conversion& operator=(Conversion&&) noexcept;

  // Fails if the model cannot be read or the options do not fit it. Operators without an ONNX form become the
  // report's refusals.
  static Result<Conversion> Run(const Model& model, const Options& options);

  const Report& report() const { return report_; }
  // Returns the path of the file of weights beside the model; empty if the weights stay in the model.
  std::string DataPath(const std::string& path) const;
  // Writes the model. With external data, also writes the file of weights beside it. Called once.
  Status Write(const std::string& path);

 private:
  Conversion();

  std::unique_ptr<::onnx::ModelProto> model_;
  Report report_;
  bool has_external_data_ = false;
  size_t most_file_bytes_ = kMostFileBytes;
};

// A pass over the model, by its name, and the reason for its place among the others.
struct PassPlace {
  std::string_view pass;
  std::string_view reason;
};

// Returns all passes in the order in which they run.
std::vector<PassPlace> PassPlaces();

}  // namespace litevk::to_onnx
