// Writes the ONNX model of a TFLite model whose dims are all known.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "onnx/facts/open_axes.h"
#include "onnx/facts/open_dims.h"
#include "onnx/facts/options.h"
#include "onnx/facts/report.h"
#include "onnx/facts/size_uses.h"
#include "onnx/facts/source.h"
#include "runtime/base/status.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

struct WrittenModel {
  WrittenModel();
  ~WrittenModel();
  WrittenModel(WrittenModel&&) noexcept;
  WrittenModel& operator=(WrittenModel&&) noexcept;

  std::unique_ptr<::onnx::ModelProto> model;  // unusable if the report has refusals
  Report report;
  std::vector<SizeUse> size_uses;
  bool has_sides = false;          // true if sides are open, such as heights and lengths
  std::vector<AskedSizes> asked;   // questions about axes that may be open
  std::vector<OpenDim> dims;       // dims of the probe, followed by run-time dims
  std::vector<SizeAxis> run_axes;  // places of the run-time dims
};

// Sizes of open dims. Without dims, those of the file are used.
struct Probe {
  std::vector<OpenDim> dims = {};
  size_t number = 0;
  bool keeps_counts = false;   // leave values that count up to a size to the run
  bool finds_run_dims = true;  // give run-time dims sizes too
  OpenAnswers open_axes = {};  // answers to the questions of the model's nodes; empty: all axes are open
};

// Fails for the same reasons as Conversion::Run.
Result<WrittenModel> WriteModel(const Source& source, const Options& options, const Probe& probe);

}  // namespace litevk::to_onnx
