// One TFLite subgraph as plain data: what import makes of a TfLiteContext and every later stage reads.
// Ids are TFLite's own, so a message about tensor 12 is about tensor 12 of the model file.
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
inline constexpr TensorId kAbsent = -1;  // an optional input that the node leaves out

// Where a tensor's value is known before the first run.
enum class Constness : uint8_t {
  kRuntime,  // only at run time
  kPlanned,  // computed from dims and stored ones alone: known, and then kStored, once a plan's dims are
  kStored,   // in the model file
  kFolded,   // computed from stored ones alone; runtime/values/fold evaluates it on demand
};

struct Quantization {
  std::vector<float> scales;  // one: per tensor; more: per channel; none: not quantized
  std::vector<int> zero_points;
  int channel_axis = 0;
  int block_size = 0;  // not 0: a scale for so many elements of a row, row after row, and no zero point
};

struct Tensor {
  std::string name;
  DataType type = DataType::kNone;
  Shape dims;
  // False for what the interpreter shows without dims before a run: a scalar, or a tensor whose rank nobody
  // has said yet. Its dims are then those of a scalar.
  bool has_rank = true;
  // The dims of the model, kUnknownDim where it leaves one open; empty where the model does not say.
  Shape signature;
  Quantization quantization;
  Constness constness = Constness::kRuntime;
  // kStored: the bytes in the model, owned by the interpreter and valid as long as it lives. kFolded: those
  // of `kept`, if any.
  std::span<const std::byte> data;
  // kFolded: the value of a tensor of few elements, shared by all copies of the graph.
  std::shared_ptr<const std::vector<std::byte>> kept;
  // kFolded: the stored numbers that the floats of the value are dequantized from. Null: they are not.
  std::shared_ptr<const Tensor> numbers;
  // kFolded and kPlanned: the position of the node that computes the value. -1: none does.
  int computed_by = -1;
  // Not null: `data` holds the non-zero blocks only. Owned by the interpreter.
  const abi::TfLiteSparsity* sparsity = nullptr;
  // kStored: computed for the dims of one plan, so that another plan may have other bytes.
  bool is_of_plan = false;
  bool is_variable = false;
  bool is_dynamic = false;  // TFLite allocates it during Invoke, so its dims are not known before

  bool is_known() const { return constness == Constness::kStored || constness == Constness::kFolded; }
  bool is_planned() const { return constness == Constness::kPlanned; }
  // Returns whether only a run computes the value.
  bool is_of_run() const { return constness == Constness::kRuntime; }
  // Returns the bytes of a dense tensor, whose last one packed elements may leave partly unused; 0 for types
  // without a fixed size.
  int64_t ByteCount() const { return BytesFor(type, dims.NumElements()); }
};

// The builtin options of a node, as the ABI's parameter struct, copied because the interpreter may
// free or move its own. As long as the longest that an operator with a shape function has,
// STABLEHLO_GATHER's: a node is plain data, and a model has hundreds of them. A longer struct's tail is zero.
class Params {
 public:
  Params() = default;
  Params(const void* builtin_data, size_t bytes) {
    if (builtin_data == nullptr || bytes > sizeof(bytes_)) return;
    std::memcpy(bytes_, builtin_data, bytes);
    present_ = true;
  }
  // T is the ABI's struct for the op, such as abi::TfLiteConvParams; all zero when there was none.
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
  int op_code = 0;          // OpInfo::op_code; of an operator that a user brings kTfLiteBuiltinCustom
  int version = 1;          // of the model's operator code, shared by every node that uses that code
  std::string custom_name;  // of a custom operator, else empty
  std::vector<std::byte> custom_options;    // of a custom operator: bytes that it alone can read
  std::shared_ptr<const OpInfo> custom_op;  // what a user has registered under custom_name; null: nothing
  std::vector<TensorId> inputs;
  std::vector<TensorId> outputs;
  Params params;
};

struct Graph {
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;  // in execution order; "position" means an index into this vector
  // The subgraph's, where a model file says them: a TfLiteContext does not, and a delegate knows what its
  // partitions read and write.
  std::string name;
  std::vector<TensorId> inputs;
  std::vector<TensorId> outputs;

  const Tensor& tensor(TensorId id) const { return tensors[static_cast<size_t>(id)]; }
  Tensor& tensor(TensorId id) { return tensors[static_cast<size_t>(id)]; }
  // Returns the position of `node`, which is one of `nodes`.
  int PositionOf(const Node& node) const { return static_cast<int>(&node - nodes.data()); }
};

// The subgraphs of a model, by their index: the first is the one that runs, and the others are called.
struct Program {
  std::vector<Graph> subgraphs;
};

// Returns the tensors of a node's inputs or outputs; null where one is absent.
std::vector<const Tensor*> TensorsOf(const Graph& graph, std::span<const TensorId> ids);

// Returns the values of a stored tensor of any signed integer type, or bool: axes, paddings, shapes. Empty
// for any other tensor.
std::vector<int64_t> StoredIndices(const Tensor& tensor);
// Returns these values as int, where a shape function has found that they fit.
std::vector<int> StoredInts(const Tensor& tensor);

}  // namespace litevk::ir
