// The record of each operator, which holds all that the project knows of it. runtime/opset/ops/<stem>.cc
// defines kOpInfo_<stem>, and op_list.inc lists the stems. The delegate's import and verdict, the
// interpreter's options, litevk-versions and the benchmarks read it. So do the docs and, as JSON, the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/opset/combination.h"
#include "runtime/opset/layer.h"
#include "runtime/opset/node_text.h"
#include "runtime/opset/numeric_class.h"
#include "runtime/opset/op_cost.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/opset/signature.h"

namespace litevk {

namespace schema {
enum class BuiltinOptions : uint8_t;
enum class BuiltinOptions2 : uint8_t;
}  // namespace schema

class OpSignature;    // runtime/opset/op_signature.h
class OptionsReader;  // runtime/opset/options_reader.h

// Marks a version that no TensorFlow Lite runtime registers; this project's runtime may support it.
inline constexpr std::string_view kRuntimeNever = "never";
// Marks a version that TensorFlow Lite's own list of runtimes omits.
inline constexpr std::string_view kRuntimeUnknown = "unknown";

struct OpVersion {
  int version;
  std::string_view runtime;  // "2.14.0", the first runtime with the version; or one of the two constants
                             // above
  std::string_view added;    // "int8"; what this version accepts in addition to the previous one
};

// The parameter struct of the C ABI (runtime/tflite/builtin_params.h) that TfLiteNode::builtin_data points
// to, and its conversion from the options table of the model's FlatBuffer.
struct OpParams {
  size_t bytes;                    // size of the struct; 0: the operator has no parameters
  schema::BuiltinOptions options;  // the kind of the table
  // Reads a table of that kind into a zeroed struct.
  void (*fill)(const void* options, void* params, OptionsReader& reader);
  // The kind of a table of the format's second enumeration, which continues the full first one. `options` is
  // then NONE.
  schema::BuiltinOptions2 options_2 = {};
  // A runtime that accepts a node of version `whole_since` or later has the whole struct. For earlier
  // versions it has `bytes_before`; 0 means all bytes.
  int whole_since = 1;
  size_t bytes_before = 0;

  // Returns the bytes of the struct that are safe to read, for a node of that version in any runtime.
  size_t BytesOf(int version) const { return version < whole_since ? bytes_before : bytes; }
};

// How an operator treats the layout of its dims (the roles of TFLite2ONNX's layout propagation).
enum class LayoutRole {
  kImplicit,     // fixed by the operator: convolution, pooling, resize
  kTransparent,  // any layout: elementwise
  kAttribute,    // any layout if the axis attribute is remapped: concatenation, reduction
  kTerminate,    // the layout ends here: reshape, fully connected
};

// How an operand or option refers to dims, which decides how a new layout changes it.
enum class Moves : uint8_t {
  kAxis,         // indices of dims
  kPerDim,       // an element, or a row of them, for each dim: sizes, paddings
  kPermutation,  // source dim of each dim of the result
  kBits,         // a bit for each dim
};

struct MovedAttribute {
  std::string_view name;  // name of an operand or of an option
  Moves moves;
};

// The letters of an operand that has the layout of the node's other operands.
inline constexpr std::string_view kAnyLayout = "*";

struct Layout {
  LayoutRole role;
  // The dims of each operand in letters, outermost first. The last entry repeats for further operands. N is
  // the batch, D, H and W are positions and C channels. A filter has O outputs and I inputs.
  //
  // The letters of a filter may be followed by ">" and an unusual channels-first form (SequenceLayoutOf in
  // runtime/layout/permutation.h). kAnyLayout follows the node. No letters mean TFLite's own layout. Without
  // a list, operands of kTransparent and kAttribute follow the node, and others have no letters.
  std::vector<std::string_view> inputs = {};
  std::vector<std::string_view> outputs = {};
  // Operands and options of kAttribute that refer to dims and are remapped with the layout. Empty if the
  // operator always works along the last dim.
  std::vector<MovedAttribute> moved = {};
  // True if, for this node, dim i of the result is dim i of the operand. Null: true if they have equal ranks.
  bool (*keeps_dims)(const ir::NodeView& node) = nullptr;
  // True if the result has the elements of input 0 in their order, under other dims.
  bool keeps_elements = false;
  // True if the node reads input 0 as rows, and input 1 has a column for each element of a row.
  bool reads_strided = false;
};

// Names of operands. The last one repeats for further operands if an operator takes any number.
struct Operands {
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
};

// Every record must set each field without a default: g++ refuses a record that omits one.
struct OpInfo {
  // The operator's code, as everywhere in the project: a builtin's abi::TfLiteBuiltinOperator, or a custom
  // operator's CustomCode (runtime/opset/custom_codes.h).
  int op_code;
  std::string_view
      name;  // "CONV_2D", spelled as in the model format's schema; for a custom operator, as in a model
  std::string_view stem;  // "conv_2d", in the names of the operator's files
  // All versions, ascending and without gaps. They are those of ai-edge-litert 2.3.0's resolver, which a test
  // compares. For operators that it lacks, they are the versions that this project accepts.
  //
  // Sources: LiteRT, August 2026: tflite/core/kernels/register.cc, and op_version.cc and runtime_version.cc
  // in tflite/converter/tools/versioning.
  std::vector<OpVersion> versions;
  // The lowest version whose kernels take a node's types and options (runtime/opset/needed_version.h).
  int (*needed_version)(const OpSignature& signature);
  OpParams params;
  // Signatures of the CPU's kernel; none if only an interpreter runs the operator.
  std::vector<Signature> types;
  // True if TFLite's own kernels refuse such a node, end the process or compute wrong values
  // (docs/NUMERICS.md). The delegate then leaves them no node that a device takes. Null: they compute every
  // node.
  bool (*tflite_fails)(const ir::NodeView& view) = nullptr;
  bool takes_sparse = false;  // true for DENSIFY, and for FULLY_CONNECTED, whose weights may be sparse
  // True if the operator reads only the dims of its inputs and no values. Its result is known once the dims
  // are.
  bool reads_only_dims = false;
  // True if the operator reads only the number of these dims, which is known even if a dim is not.
  bool reads_only_rank = false;
  // Input that may lack data, since its dims stand for its values if it is no vector. TFLite does so for the
  // shape of a RESHAPE. -1: every input has data when the node runs.
  int input_that_may_lack_data = -1;
  // Returns the indices of the subgraphs that a node calls, read from its parameters. Null: it calls none.
  std::vector<int> (*called_subgraphs)(const void* params) = nullptr;
  // First input that is passed to the called subgraphs; the next input is their second, and so on. -1:
  // nothing is passed.
  int first_passed_input = -1;
  // True if the kernel inspects the nodes of the called subgraphs in place of running them. A delegate must
  // not replace those nodes.
  bool reads_called_nodes = false;
  // How the operator combines two values, for a kernel that finds it in a called subgraph.
  Combination combination = Combination::kNone;
  // Infers the outputs' shapes. Reads values of operands (axes, sizes) whose tensors are
  // ir::Constness::kStored. If they are not stored yet, it returns NeedsValues(), or unknown dims for the
  // outputs that depend on them. Those outputs are then dynamic, and it is called again at Invoke with every
  // value present. So a shape may depend on any value (WHERE counts its input).
  //
  // Null if no shape is known before an interpreter runs the operator. Only InferShapes() calls it.
  ir::ShapeFn infer_shapes;
  Operands operands;
  NumericClass numeric_class;
  Layout layout;
  // The least work of a node with final dims (runtime/opset/op_cost.h has common ones). No bytes means that
  // nothing is computed or moved, and no dispatch is needed.
  OpCost (*cost)(const ir::NodeView& view);
  // Adds the text that follows the operator's name in the names of benchmarks.
  void (*describe)(NodeText& text) = DescribeOperands;
  // Null: shape lists do not support the operator.
  const LayerForm* layer = nullptr;
};

// Returns all records in the order of op_list.inc.
std::span<const OpInfo* const> OpInfos();
// Returns null for an unknown operator code.
const OpInfo* FindOpInfo(int op_code);
// Finds the record by the node's operator code, or by its custom name if a user has registered the operator.
const OpInfo* FindOpInfo(const ir::Node& node);

// Ok if a signature of the record accepts these tensors and their quantization. Else a diagnostic that names
// the operand.
Status CheckTypes(const OpInfo& info, OperandTensors inputs, OperandTensors outputs);

// Calls the record's shape function, and is its only caller. The operand counts are checked against the
// signatures first, so that the function may index the operands.
Status InferShapes(const OpInfo& info, const ir::ShapeQuery& query);

}  // namespace litevk
