// Conversion of a TFLite model to an ONNX model: docs/ONNX.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "onnx/passes/pass_refusal.h"
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

// Size limit of protobuf's readers.
inline constexpr size_t kMostFileBytes = std::numeric_limits<int32_t>::max();

// Marks a dim that stays open, as in the shape signature of a file.
inline constexpr int kOpen = -1;

struct Options {
  int opset = kDefaultOpset;
  std::vector<NamedLayout> layouts;
  bool has_channels_first_edges = false;
  bool folds_quantization = false;          // replace quantized tensors by floats
  bool follows_roundings = false;           // follow TFLite's rounding rather than use onnxruntime's fast
                                            // kernels
  bool has_external_data = false;           // put weights into a separate file: the model's name and ".data"
  size_t most_file_bytes = kMostFileBytes;  // larger models get a separate file of weights in any case
  bool folds_halves = false;                // convert float16 constants to float32
  bool keeps_open_dims = true;  // name the dims that the model leaves open; false: use the dims of its file
  std::string signature;        // signature of the model to convert; empty: its first subgraph
  std::vector<std::pair<std::string, ir::Shape>> shapes;  // dims of inputs by name; kOpen: left open
  std::string dump_after;  // pass after which the graph is printed into the report; empty: none
  // Called after each node of the TFLite model with the number of nodes written, and their total number.
  std::function<void(size_t done, size_t total)> on_progress;
};

// Nodes that cannot be written as ONNX, by operator and reason. Without nodes, the entry is about an input,
// an output or a variable of the model.
struct Refusal {
  std::string op;  // or "input", "output", "variable"
  std::string reason;
  std::vector<int> nodes;  // indices in the TFLite model
};

// Number of transposes that the operators' layouts need, for one reason (ReasonFor in
// runtime/layout/layout_plan.h).
struct TransposeCount {
  std::string reason;
  size_t count = 0;
};

// Statistics and diagnostics of a conversion.
struct Report {
  int opset = 0;
  size_t tflite_nodes = 0;
  size_t onnx_nodes = 0;
  size_t transposes = 0;
  size_t quantize_nodes = 0;
  size_t dequantize_nodes = 0;
  std::vector<std::string> open_dims;  // names of dims that can be chosen at run time
  std::vector<int64_t> multiples;      // for each open dim: only multiples of this number can be run
  std::string fixed_dims;              // reason why open dims are fixed to those of the file; empty: none are
  std::vector<TransposeCount> added_transposes;
  std::vector<Refusal> approximations;     // nodes whose ONNX form differs from TFLite, with the difference
  std::vector<Refusal> refusals;           // reasons why there is no model; empty: the conversion succeeded
  std::vector<PassRefusal> pass_refusals;  // matches that passes left as they are
  std::string dump;                        // graph after the pass of the options; empty: the pass did not run
};

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

// Adds a node, if any, to the entry of its operator and reason.
void AddRefusal(std::vector<Refusal>& refusals, const std::string& op, const std::string& reason,
                std::optional<int> node);

// A pass over the model, by its name, and the reason for its place among the others.
struct PassPlace {
  std::string_view pass;
  std::string_view reason;
};

// Returns all passes in the order in which they run.
std::vector<PassPlace> PassPlaces();

// Returns a line for each entry: "CONV_2D (3 nodes: 1, 4, 7): ...".
std::string RefusalText(const std::vector<Refusal>& refusals);

}  // namespace litevk::to_onnx
