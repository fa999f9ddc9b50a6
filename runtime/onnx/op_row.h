// The table of operators that can be written as ONNX: a row for each file of runtime/onnx/ops.
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

// Use that an operator makes of a variable.
enum class StateRole : uint8_t {
  kNone,
  kDeclares,     // makes a handle of it
  kInitializes,  // calls a subgraph once that assigns the first values
  kReads,
  kAssigns,
};

// Use that an operator makes of numbers that its record says it moves unread.
enum class NumberUse : uint8_t {
  kMoved,           // as the record says
  kMeanThemselves,  // computes with the numbers, whatever their scale
  kUint8Converted,  // moves them, but converts uint8 into the scale of the result
};

// Direction in which an operator moves blocks of height and width.
enum class BlockMove : uint8_t { kNone, kToBatches, kToSpace };

// Distance of a window's elements from each other, and the padding around the image.
struct Dilation {
  int padding = 0;  // abi::TfLitePadding
  std::array<int, 2> sides = {1, 1};
};

struct OpRow {
  const OpInfo& info;
  // Adds the ONNX nodes of a node; fails where ONNX cannot express it.
  Status (*write)(NodeWriter& node);
  // The types of values that onnxruntime has a kernel for. Others are cast to int32 or int64 and back where
  // it has one for these, and refused elsewhere. Empty: all.
  TypeSet natives = {};
  NumberUse numbers = NumberUse::kMoved;
  // Each result follows from one element of the only input, so that those of numbers may be looked up.
  bool is_function = false;
  // onnxruntime has a kernel of 8-bit numbers, which may be a step away from TFLite's.
  bool has_integer_kernel = false;
  // Returns which input is multiplied with the weights where the sums of int16 have 64 bits.
  std::optional<size_t> (*wide_sums_of)(const ir::Node& node) = nullptr;
  BlockMove block_move = BlockMove::kNone;
  // Returns the padding of a window that may be dilated; nothing where it may not. Null: there is none.
  std::optional<int> (*plain_padding)(const ir::Params& params) = nullptr;
  // Returns the same of the window so dilated.
  ir::Params (*with_dilation)(const ir::Params& params, const Dilation& dilation) = nullptr;
  // Input of a layer that it adds to each channel of its result. 0: none.
  size_t bias_input = 0;
  // Returns the fused activation, and the parameters with another one, of such a layer and of a sum.
  int (*activation)(const ir::Params& params) = nullptr;
  ir::Params (*with_activation)(const ir::Params& params, int activation) = nullptr;
  // Adds two values.
  bool is_sum = false;
  // Returns the dim along which the operands are joined; nothing where more is done. Null: it joins nothing.
  std::optional<int> (*joins_along)(const ir::Params& params) = nullptr;
  // Makes a tensor of any dims of the elements of input 0.
  bool gives_any_dims = false;
  // Changes how values are stored, and nothing else.
  bool is_conversion = false;
  // Is not written of numbers with a scale that a run computes.
  bool takes_floats_alone = false;
  // Reads and gives numbers of int16 without DequantizeLinear and QuantizeLinear, of which older opsets have
  // none.
  bool keeps_int16 = false;
  // Returns the scale of a bias; nothing where the input is none. Null: it is the product of two inputs'.
  std::optional<float> (*bias_scale)(const ir::Graph& graph, const ir::Node& node, size_t index) = nullptr;
  // The inputs in the product of whose scales a bias is. Nothing: the two before it.
  std::optional<std::array<size_t, 2>> bias_factors = std::nullopt;
  // Returns the parameters of a node whose result, numbers with a scale, becomes floats. Null: the same.
  ir::Params (*of_floats)(const ir::Params& params, const ir::Tensor& numbers) = nullptr;
  // Computes with the numbers of int32 that it reads and makes.
  bool rescales_int32 = false;
  // Makes numbers with a scale of ones whose scale it does not read.
  bool takes_plain_numbers = false;
  // Computed when the model is converted wherever its inputs are stored, floats too.
  bool folds = false;
  // Computes polynomials of the integers that it is given, or moves them.
  bool is_polynomial = false;
  // Says whether what is written of a node follows from the sizes of its images in other ways than by dims.
  // Null: it does not.
  bool (*follows_sides)(const ir::Graph& graph, const ir::Node& node) = nullptr;
  // Makes floats of stored halves, which may be done when the model is converted.
  bool widens_halves = false;
  // Returns the subgraph whose nodes take the node's place; nothing where the node stays.
  std::optional<int> (*replacement)(const ir::Graph& graph, const ir::Node& node) = nullptr;
  // Reads or gives complex numbers (families/complex.h).
  bool takes_complex = false;
  // Is written with operands that only a run knows and that decide the output's dims.
  bool has_dims_of_run = false;
  // Counts its elements, so that they stay open where sizes are.
  bool follows_counts = false;
  // The outputs have the dims of the inputs, which a subgraph is called with again and again.
  bool has_dims_of_inputs = false;
  // The outputs have the dims that the first subgraph gives them.
  bool has_dims_of_subgraph = false;
  StateRole state_role = StateRole::kNone;
  // Returns the name by which handles mean the same variable.
  std::string (*variable)(const ir::Node& node) = nullptr;
  // Sentence of the report about what ONNX computes otherwise than TFLite, whatever the node. Empty: nothing.
  std::string_view approximation = {};
};

// Null where ONNX has no form of the operator that is known here.
const OpRow* FindOpRow(int op_code);
StateRole StateRoleOf(const ir::Node& node);
// Returns the subgraphs that a node calls.
std::vector<int> CalledSubgraphs(const ir::Node& node);
// Returns what an error about the node begins with.
std::string PlaceOf(const ir::Node& node, const OpInfo& info);
// The rows in the order of their stems.
std::span<const OpRow* const> OpRows();

}  // namespace litevk::to_onnx
