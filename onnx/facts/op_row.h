// The table of operators that can be written as ONNX, with a row for each file of onnx/ops.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"
#include "runtime/opset/type_set.h"

namespace litevk::to_onnx {

class NodeWriter;

// How an operator uses a variable.
enum class StateRole : uint8_t {
  kNone,
  kDeclares,     // makes a handle of the variable
  kInitializes,  // calls once a subgraph that assigns the first values
  kReads,
  kAssigns,
};

// How an operator uses quantized values that its record declares as moved.
enum class NumberUse : uint8_t {
  kMoved,           // moves them, as the record says
  kMeanThemselves,  // computes with the stored integers and ignores the scale
  kUint8Converted,  // moves them, but requantizes uint8 to the scale of the result
};

// Direction in which an operator moves blocks between height and width and the batch.
enum class BlockMove : uint8_t { kNone, kToBatches, kToSpace };

// Distance between a window's elements, and the padding around the image.
struct Dilation {
  int padding = 0;  // abi::TfLitePadding
  std::array<int, 2> sides = {1, 1};
};

struct OpRow {
  const OpInfo& info;
  // Adds the ONNX nodes of a node. Fails if ONNX cannot express it.
  Status (*write)(NodeWriter& node);
  // Types for which onnxruntime has a kernel. Others are cast to int32 or int64 and back if one of these has
  // a kernel, and are refused otherwise. Empty: all types.
  TypeSet natives = {};
  NumberUse numbers = NumberUse::kMoved;
  // True if each result depends on one element of the only input, so that quantized results can be looked up.
  bool is_function = false;
  // True if onnxruntime has an 8-bit kernel, which may differ from TFLite's by a step.
  bool has_integer_kernel = false;
  // Returns the input that is multiplied with the weights, if int16 sums have 64 bits.
  std::optional<size_t> (*wide_sums_of)(const ir::Node& node) = nullptr;
  BlockMove block_move = BlockMove::kNone;
  // Returns the padding of a window that may be dilated; nothing if it may not. Null: there is no window.
  std::optional<int> (*plain_padding)(const ir::Params& params) = nullptr;
  // Returns the parameters with the dilation and padding.
  ir::Params (*with_dilation)(const ir::Params& params, const Dilation& dilation) = nullptr;
  // Input that a layer adds to each channel of its result. 0: none.
  size_t bias_input = 0;
  // Return the fused activation of a layer or sum, and the parameters with another activation.
  int (*activation)(const ir::Params& params) = nullptr;
  ir::Params (*with_activation)(const ir::Params& params, int activation) = nullptr;
  // True if the operator adds two values.
  bool is_sum = false;
  // Returns the dim along which the operands are joined; nothing if the node does more than that. Null: no
  // join.
  std::optional<int> (*joins_along)(const ir::Params& params) = nullptr;
  // True if the operator can give the elements of input 0 any dims.
  bool gives_any_dims = false;
  // True if the operator only changes how values are stored.
  bool is_conversion = false;
  // True if quantized tensors that are computed at run time cannot be written.
  bool takes_floats_alone = false;
  // True if int16 is read and written without DequantizeLinear and QuantizeLinear, which older opsets lack
  // for it.
  bool keeps_int16 = false;
  // Returns the scale of a bias; nothing if the input is no bias. Null: it is the product of two inputs'
  // scales.
  std::optional<float> (*bias_scale)(const ir::Graph& graph, const ir::Node& node, size_t index) = nullptr;
  // The two inputs whose scales' product is the bias' scale. Nothing: the two inputs before it.
  std::optional<std::array<size_t, 2>> bias_factors = std::nullopt;
  // Returns the parameters of a node whose quantized result becomes floats. Null: unchanged.
  ir::Params (*of_floats)(const ir::Params& params, const ir::Tensor& numbers) = nullptr;
  // True if the operator computes with the int32 values that it reads and returns.
  bool rescales_int32 = false;
  // True if quantized results are computed from inputs whose scale is ignored.
  bool takes_plain_numbers = false;
  // True if the node is folded whenever its inputs are stored, even for floats.
  bool folds = false;
  // True if the results are polynomials of integer inputs, or moved inputs.
  bool is_polynomial = false;
  // True if the ONNX form of a node depends on the sizes of its images other than by dims. Null: it does not.
  bool (*follows_sides)(const ir::Graph& graph, const ir::Node& node) = nullptr;
  // True if the operator converts stored float16 to floats, which the conversion may do.
  bool widens_halves = false;
  // Returns the subgraph whose nodes replace the node; nothing if the node stays.
  std::optional<int> (*replacement)(const ir::Graph& graph, const ir::Node& node) = nullptr;
  // True if the operator reads or returns complex values (onnx/common/complex.h).
  bool takes_complex = false;
  // True if the operator can be written with run-time operands that decide the output's dims.
  bool has_dims_of_run = false;
  // True if the operator counts its elements, so that they stay open where sizes do.
  bool follows_counts = false;
  // True if the outputs have the dims of the inputs, which are passed to a subgraph repeatedly.
  bool has_dims_of_inputs = false;
  // True if the outputs have the dims that the first subgraph gives them.
  bool has_dims_of_subgraph = false;
  StateRole state_role = StateRole::kNone;
  // Returns the name that identifies the variable of a handle.
  std::string (*variable)(const ir::Node& node) = nullptr;
  // The report's text on how ONNX differs from TFLite for every node of the operator. Empty: it does not.
  std::string_view approximation = {};
};

// Returns null if no ONNX form of the operator is known here.
const OpRow* FindOpRow(int op_code);
StateRole StateRoleOf(const ir::Node& node);
// Returns the indices of the subgraphs that a node calls.
std::vector<int> CalledSubgraphs(const ir::Node& node);
// Returns the prefix of a diagnostic about the node.
std::string PlaceOf(const ir::Node& node, const OpInfo& info);
// Returns the rows in the order of their stems.
std::span<const OpRow* const> OpRows();

}  // namespace litevk::to_onnx
