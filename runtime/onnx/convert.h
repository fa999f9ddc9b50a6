// From a TFLite model to an ONNX model: docs/ONNX.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/model/model.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace litevk::to_onnx {

inline constexpr int kOldestOpset = 13;
inline constexpr int kDefaultOpset = 17;
inline constexpr int kNewestOpset = 21;

// Limit of what readers of protobuf take.
inline constexpr size_t kMostFileBytes = std::numeric_limits<int32_t>::max();

// A dim that stays open, as in the shape signature of a file.
inline constexpr int kOpen = -1;

struct Options {
  int opset = kDefaultOpset;
  std::vector<NamedLayout> layouts;
  bool has_channels_first_edges = false;
  bool folds_quantization = false;          // floats in place of numbers with a scale
  bool follows_roundings = false;           // TFLite's numbers rather than fast kernels of onnxruntime
  bool has_external_data = false;           // weights go to a file of their own: the model's name and ".data"
  size_t most_file_bytes = kMostFileBytes;  // of a model above them they do so in any case
  bool folds_halves = false;                // constants of float16 become float32
  bool keeps_open_dims = true;  // dims that the model leaves open have names; else those of its file
  std::string signature;        // which of the model's is converted; empty: its first subgraph
  std::vector<std::pair<std::string, ir::Shape>> shapes;  // dims of inputs by name; kOpen: left open
  // Called after each node of the TFLite model with how many are written, and how many there are.
  std::function<void(size_t done, size_t total)> on_progress;
};

// Nodes that ONNX cannot express, or that have no form here, by operator and reason. Without nodes: an input,
// an output or a variable of the model.
struct Refusal {
  std::string op;  // or "input", "output", "variable"
  std::string reason;
  std::vector<int> nodes;  // of the TFLite model
};

// Transposes that the layouts of the operators need, of one reason (ReasonFor in
// runtime/layout/layout_plan.h).
struct TransposeCount {
  std::string reason;
  size_t count = 0;
};

// Account of what a conversion did.
struct Report {
  int opset = 0;
  size_t tflite_nodes = 0;
  size_t onnx_nodes = 0;
  size_t transposes = 0;
  size_t quantize_nodes = 0;
  size_t dequantize_nodes = 0;
  std::vector<std::string> open_dims;  // the names of dims that a run may choose
  std::vector<int64_t> multiples;      // of each: only multiples of this number can be run
  std::string fixed_dims;  // why dims that the model leaves open are those of its file; empty: none are
  std::vector<TransposeCount> added_transposes;
  std::vector<Refusal> approximations;  // nodes that ONNX computes otherwise than TFLite does, and how
  std::vector<Refusal> refusals;        // not empty: there is no model
};

class Conversion {
 public:
  ~Conversion();
  Conversion(Conversion&&) noexcept;
  Conversion& operator=(Conversion&&) noexcept;

  // Fails where the model cannot be read or the options do not fit it. Operators without a form are the
  // report's refusals.
  static Result<Conversion> Run(const Model& model, const Options& options);

  const Report& report() const { return report_; }
  // Returns the file beside the model that the weights go to; nothing where they stay in the model.
  std::string DataPath(const std::string& path) const;
  // Writes the model; with external data, also the file beside it, which the weights move to. Called once.
  Status Write(const std::string& path);

 private:
  Conversion();

  std::unique_ptr<::onnx::ModelProto> model_;
  Report report_;
  bool has_external_data_ = false;
  size_t most_file_bytes_ = kMostFileBytes;
};

// Adds a node, if any, to the entry of its operator and reason.
void AddRefusal(std::vector<Refusal>& refusals, const std::string& op, const std::string& reason,
                std::optional<int> node);

// "CONV_2D (3 nodes: 1, 4, 7): ...", a line for each.
std::string RefusalText(const std::vector<Refusal>& refusals);

}  // namespace litevk::to_onnx
