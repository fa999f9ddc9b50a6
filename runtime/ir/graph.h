// One TFLite subgraph as plain data: imported from a TfLiteContext and read by every later stage. Ids are
// TFLite's own, so a diagnostic about tensor 12 means tensor 12 of the model file.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/ir/data_type.h"
#include "runtime/ir/shape.h"
#include "runtime/tflite/common.h"

namespace litevk {
struct OpInfo;  // runtime/opset/op_info.h
}

namespace litevk::ir {

// Index into Graph::tensors, equal to the TFLite tensor index of the subgraph.
using TensorId = int;
inline constexpr TensorId kAbsent = -1;  // an optional input that the node omits

// How early a tensor's value is known.
enum class Constness : uint8_t {
  kRuntime,  // only at run time
  kPlanned,  // computed only from dims and stored values: becomes kStored once a plan's dims are known
  kStored,   // in the model file
  kFolded,   // computed only from stored values; runtime/values/fold evaluates it on demand
};

struct Quantization {
  std::vector<float> scales;  // one: per tensor; several: per channel; none: not quantized
  std::vector<int> zero_points;
  int channel_axis = 0;
  int block_size = 0;  // not 0: each so many elements of a row have a scale, row after row, and no zero point
};

struct Tensor {
  std::string name;
  DataType type = DataType::kNone;
  Shape dims;
  // False if the interpreter shows no dims before a run: for a scalar, or an unknown rank. The dims are then
  // those of a scalar.
  bool has_rank = true;
  // The dims that the model states, with kUnknownDim for open ones; empty if it states none.
  Shape signature;
  Quantization quantization;
  Constness constness = Constness::kRuntime;
  // For kStored: the bytes in the model, owned by the interpreter and valid as long as it lives. For kFolded:
  // the bytes of `kept`, if any.
  std::span<const std::byte> data;
  // For kFolded: the value of a tensor of few elements, shared by all copies of the graph.
  std::shared_ptr<const std::vector<std::byte>> kept;
  // For kFolded: the stored tensor whose dequantized values are this one's. Null: it is not dequantized.
  std::shared_ptr<const Tensor> integers;
  // For kFolded and kPlanned: the position of the node that computes the value; -1 if there is none.
  int computed_by = -1;
  // Not null: `data` holds only the non-zero blocks. Owned by the interpreter.
  const abi::TfLiteSparsity* sparsity = nullptr;
  // For kStored: true if computed for the dims of one plan, so that another plan may have other bytes.
  bool is_of_plan = false;
  bool is_variable = false;
  bool is_dynamic = false;  // TFLite allocates it during Invoke, so its dims are unknown before that

  bool is_known() const { return constness == Constness::kStored || constness == Constness::kFolded; }
  bool is_planned() const { return constness == Constness::kPlanned; }
  // True if the value is only computed at run time.
  bool is_of_run() const { return constness == Constness::kRuntime; }
  // Returns the bytes of a dense tensor. Packed elements may leave a part of the last byte unused. 0 for
  // types without a fixed size.
  int64_t ByteCount() const { return BytesFor(type, dims.NumElements()); }
};

// The builtin options of a node, as the ABI's parameter struct. They are copied, because the interpreter may
// free or move its own. The size is that of the longest struct of an operator with a shape function,
// STABLEHLO_GATHER's. A node is plain data, and a model has hundreds of nodes. A longer struct's tail is
// zero.
class Params {
 public:
  Params() = default;
  Params(const void* builtin_data, size_t bytes) {
    if (builtin_data == nullptr || bytes > sizeof(bytes_)) return;
    std::memcpy(bytes_, builtin_data, bytes);
    present_ = true;
  }
  // T is the ABI's struct for the operator, such as abi::TfLiteConvParams; all zero if there was none.
  template <typename T>
  const T& As() const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(bytes_));
    return *reinterpret_cast<const T*>(bytes_);
  }
  bool present() const { return present_; }

 private:
  alignas(8) std::byte bytes_[296] = {};
  bool present_ = false;
};

struct Node {
  int index = 0;            // TFLite node index
  int op_code = 0;          // OpInfo::op_code; kTfLiteBuiltinCustom for a user's operator
  int version = 1;          // version of the model's operator code, shared by every node with that code
  std::string custom_name;  // name of a custom operator, else empty
  std::vector<std::byte> custom_options;    // options of a custom operator: bytes that only it can read
  std::shared_ptr<const OpInfo> custom_op;  // record that a user has registered under custom_name; null: none
  std::vector<TensorId> inputs;
  std::vector<TensorId> outputs;
  std::vector<TensorId> intermediates;  // tensors without values, whose scales parameterize the node
  Params params;
};

struct Graph {
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;  // in execution order; "position" means an index into this vector
  // Name, inputs and outputs of the subgraph if a model file states them. A TfLiteContext does not, and a
  // delegate gets its partitions' inputs and outputs.
  std::string name;
  std::vector<TensorId> inputs;
  std::vector<TensorId> outputs;

  const Tensor& tensor(TensorId id) const { return tensors[static_cast<size_t>(id)]; }
  Tensor& tensor(TensorId id) { return tensors[static_cast<size_t>(id)]; }
  // Returns the position of `node`, which must be one of `nodes`.
  int PositionOf(const Node& node) const { return static_cast<int>(&node - nodes.data()); }
};

// The subgraphs of a model, by index. The first one runs, and the others are called.
struct Program {
  std::vector<Graph> subgraphs;
};

// Returns the tensors of a node's inputs or outputs; null for absent ones.
std::vector<const Tensor*> TensorsOf(const Graph& graph, std::span<const TensorId> ids);

// Returns the values of a stored tensor of any signed integer type, or bool: axes, paddings, shapes. Empty
// for any other tensor.
std::vector<int64_t> StoredIndices(const Tensor& tensor);
// Returns the values as int. A shape function must have found that they fit.
std::vector<int> StoredInts(const Tensor& tensor);

}  // namespace litevk::ir
