// The ONNX model of a TFLite model for dims that are all known.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/onnx/convert.h"
#include "runtime/onnx/open_axes.h"
#include "runtime/onnx/open_dims.h"
#include "runtime/onnx/size_uses.h"
#include "runtime/onnx/source.h"

namespace litevk::to_onnx {

struct WrittenModel {
  WrittenModel();
  ~WrittenModel();
  WrittenModel(WrittenModel&&) noexcept;
  WrittenModel& operator=(WrittenModel&&) noexcept;

  std::unique_ptr<::onnx::ModelProto> model;  // of no use where the report has refusals
  Report report;
  std::vector<SizeUse> size_uses;
  bool has_sides = false;             // open ones, such as heights and lengths
  std::vector<AskedSizes> asked;      // about axes that may be open
  std::vector<OpenDim> dims;          // those of the probe, and behind them those that a run decides
  std::vector<SizePlace> run_places;  // of the latter
};

// Sizes of open dims. Without dims: those of the file.
struct Probe {
  std::vector<OpenDim> dims = {};
  size_t number = 0;
  bool keeps_counts = false;   // values that count up to a size are left to a run
  bool finds_run_dims = true;  // dims that a run decides have sizes too
  OpenAnswers open_axes = {};  // to the questions of the model's nodes; without them, all are open
};

// Fails as Conversion::Run does.
Result<WrittenModel> WriteModel(const Source& source, const Options& options, const Probe& probe);

}  // namespace litevk::to_onnx
