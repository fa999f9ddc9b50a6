// The ONNX model of a TFLite model for dims that are all known.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/onnx/convert.h"
#include "runtime/onnx/open_dims.h"
#include "runtime/onnx/size_uses.h"

namespace litevk::to_onnx {

struct WrittenModel {
  WrittenModel();
  ~WrittenModel();
  WrittenModel(WrittenModel&&) noexcept;
  WrittenModel& operator=(WrittenModel&&) noexcept;

  std::unique_ptr<::onnx::ModelProto> model;  // of no use where the report has refusals
  Report report;
  std::vector<SizeUse> size_uses;
  bool has_states = false;
};

// Sizes of open dims. Without dims: those of the file.
struct Probe {
  std::vector<OpenDim> dims;
  size_t number = 0;
};

// Fails as Conversion::Run does.
Result<WrittenModel> WriteModel(const Model& model, const Options& options, const Probe& probe);

}  // namespace litevk::to_onnx
