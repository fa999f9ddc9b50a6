// The traits of an operator that the parts of the converter read. Each struct is for the part that it names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk::to_onnx {

// Types of a node's operands in ONNX. Read by NodeWriter and CheckNode().
struct TypeTraits {
  // Purpose: the types for which onnxruntime has a kernel.
  // If empty: operands keep their types.
  // If given: others are cast to a larger one of these and back, or refused if there is none.
  TypeSet native = {};
  // Purpose: operands of complex values (onnx/common/complex.h).
  // If true: they are pairs of floats.
  // If false: a node with such operands is refused.
  bool takes_complex = false;
};

// How an operator uses quantized values that its record declares as moved.
enum class QuantizedUse : uint8_t {
  kMoved,             // moves them, as the record says
  kScaleIgnored,      // computes with the stored integers and ignores the scale
  kUint8Requantized,  // moves them, but requantizes uint8 to the scale of the result
};

// Quantized operands. Read by ScaledOperands, CheckNode() and FoldQuantization().
struct QuantizationTraits {
  // Purpose: how moved values are written, as floats or as the stored integers.
  QuantizedUse use = QuantizedUse::kMoved;
  // Purpose: operators whose quantized form is not written.
  // If true: quantized tensors are refused, unless they are constants of at most 8 bits.
  // If false: they are read through DequantizeLinear and written through QuantizeLinear.
  bool takes_only_floats = false;
  // Purpose: int16, for which older opsets have no DequantizeLinear and QuantizeLinear.
  // If true: int16 is read and written without these, in every opset.
  // If false: quantized int16 needs opset 21.
  bool keeps_int16 = false;
  // Purpose: quantized int32 operands other than a bias.
  // If true: the operator computes with the integers that it reads and returns.
  // If false: they need a DequantizeLinear, and a result of int32 is refused.
  bool keeps_int32 = false;
  // Purpose: quantized results of inputs without scales.
  // If true: they are computed from the stored integers.
  // If false: the node is refused.
  bool takes_unscaled_inputs = false;
  // Purpose: operators that only change how values are stored.
  // If true: FoldQuantization removes the node between floats, and JoinDilation and JoinRows look behind it.
  // If false: the node stays, and ends their search.
  bool is_conversion = false;
  // Purpose: parameters that are other ones for floats.
  // If null: a node whose quantized result becomes floats keeps its parameters.
  // If given: returns the parameters for floats in place of the tensor.
  ir::Params (*params_of_floats)(const ir::Params& params, const ir::Tensor& quantized) = nullptr;
};

// Sums of quantized products. Read by FoldQuantization(), TakeWideMultipliers() and NodeFacts.
struct SumTraits {
  // Purpose: sums of int16 products that have 64 bits, and multipliers of 16 bits.
  // If null, or nothing is returned: the node has 32-bit sums.
  // If given: returns the input that is multiplied with the weights.
  std::optional<size_t> (*wide_input)(const ir::Node& node) = nullptr;
  // Purpose: the scale of a bias that becomes floats.
  // If null: the product of the scales of two inputs.
  // If given: returns the scale, or nothing if the input is no bias.
  std::optional<float> (*bias_scale)(const ir::Graph& graph, const ir::Node& node, size_t index) = nullptr;
  // Purpose: the two inputs whose scales' product is the scale of a bias.
  // If nothing: the two inputs before the bias.
  std::optional<std::array<size_t, 2>> scaling_inputs = std::nullopt;
};

// Lookup tables in place of quantized operators. Read by GraphConversion.
struct LookupTraits {
  // Purpose: operators whose results each depend on one element of the only input.
  // If true: a quantized result is looked up where the float operator would give another one.
  // If false: it is always computed.
  bool is_elementwise = false;
  // Purpose: operators with an 8-bit kernel in onnxruntime, which may be a step off.
  // If true: a table is written only if the difference is larger than a step.
  // If false: a table is written for every difference in 8 bits.
  bool has_integer_kernel = false;
};

// Layers, and the sums behind them. Read by FoldBiases().
struct LayerTraits {
  // Purpose: the input that a layer adds to each channel of its result.
  // If 0: the operator is no such layer.
  // If given: a constant that is added behind the layer becomes that input.
  size_t bias_input = 0;
  // Purpose: returns the fused activation of a layer or sum. Never null for these.
  int (*activation)(const ir::Params& params) = nullptr;
  // Purpose: returns a layer's parameters with the activation of the sum. Never null for layers.
  ir::Params (*with_activation)(const ir::Params& params, int activation) = nullptr;
  // Purpose: operators that add two values.
  // If true: the sum may become the bias of the layer before it.
  bool is_sum = false;
};

// Direction in which an operator moves blocks between height and width and the batch.
enum class BlockMove : uint8_t { kNone, kToBatches, kToSpace };

// Distance between a window's elements, and the padding around the image.
struct Dilation {
  int padding = 0;  // abi::TfLitePadding
  std::array<int, 2> sides = {1, 1};
};

// Windows, and moves of blocks around them. Read by JoinDilation().
struct DilationTraits {
  // Purpose: the operators around a window that together with it are one dilated convolution.
  BlockMove block_move = BlockMove::kNone;
  // Purpose: returns the padding of a window that may be dilated, nothing if it may not.
  std::optional<int> (*plain_padding)(const ir::Params& params) = nullptr;
  // Purpose: operators with a window.
  // If null: the operator has no window that can be dilated.
  // If given: returns the parameters with the dilation and padding.
  ir::Params (*with_dilation)(const ir::Params& params, const Dilation& dilation) = nullptr;
};

// Rows of pixels that are joined. Read by JoinRows().
struct JoinTraits {
  // Purpose: operators that join their operands.
  // If null, or nothing is returned: the node does not join them, or does more than that.
  // If given: returns the dim along which they are joined.
  std::optional<int> (*axis)(const ir::Params& params) = nullptr;
  // Purpose: operators that give the elements of input 0 any dims.
  // If true: the node may be moved behind the join of its results.
  bool reshapes = false;
};

// Dims that are open, or computed at run time. Read by Prepare(), NoteComputed() and NoteWritten().
struct DimsTraits {
  // Purpose: dims of outputs that the values of operands decide.
  // If true: the operands may be computed at run time, and the dims then are too.
  // If false: a node with such operands is refused.
  bool from_values = false;
  // Purpose: operators that count their elements.
  // If true: the node stays in the graph where the count follows open dims.
  // If false: it is computed when the model is converted.
  bool follows_counts = false;
  // Purpose: integers that are computed from open dims.
  // If true: the results are polynomials of integer inputs, or moved inputs, and follow the dims.
  // If false: the results may follow another rule, so that dims computed from them are checked.
  bool is_polynomial = false;
  // Purpose: ONNX forms that depend on the sizes of images other than by dims.
  // If null: the form is the same for all sizes.
  // If given: returns true for a node whose form depends on them.
  bool (*follows_sides)(const ir::Graph& graph, const ir::Node& node) = nullptr;
};

// Nodes of constants, which the conversion computes. Read by Prepare().
struct FoldingTraits {
  // Purpose: operators that ONNX lacks.
  // If true: the node is computed whenever its inputs are stored.
  // If false: it is computed if its results are integers.
  bool is_required = false;
  // Purpose: operators that convert stored float16 to floats.
  // If true: the node is computed if the user wants no float16.
  bool widens_float16 = false;
};

// Subgraphs that a node calls. Read by InlineCalls() and Prepare().
struct CallTraits {
  // Purpose: calls that are known when the model is converted.
  // If null, or nothing is returned: the node stays.
  // If given: returns the subgraph whose nodes replace the node.
  std::optional<int> (*replacement)(const ir::Graph& graph, const ir::Node& node) = nullptr;
  // Purpose: loops, which pass their results to the subgraph again.
  // If true: the outputs have the dims of the inputs.
  bool keeps_dims = false;
  // Purpose: branches.
  // If true: the outputs have the dims that the first subgraph gives them.
  bool takes_branch_dims = false;
};

// How an operator uses a variable.
enum class StateRole : uint8_t {
  kNone,
  kDeclares,     // makes a handle of the variable
  kInitializes,  // calls once a subgraph that assigns the first values
  kReads,
  kAssigns,
};

// Variables that a model keeps between runs. Read by States.
struct StateTraits {
  // Purpose: the nodes that an input and an output of the ONNX graph replace.
  StateRole role = StateRole::kNone;
  // Purpose: returns the name that identifies the variable of a handle. Never null if the role is kDeclares.
  std::string (*variable)(const ir::Node& node) = nullptr;
};

}  // namespace litevk::to_onnx
