// What the project knows of each operator, in one record: runtime/opset/ops/<stem>.cc defines kOpInfo_<stem>,
// and op_list.inc lists the stems. The delegate's import and verdict, the interpreter's options,
// litevk-versions, the benchmarks, the docs and, as JSON, the tests read the same records.
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
#include "runtime/opset/shape_inference.h"
#include "runtime/opset/signature.h"

namespace litevk {

namespace schema {
enum class BuiltinOptions : uint8_t;
enum class BuiltinOptions2 : uint8_t;
}  // namespace schema

class OpSignature;    // runtime/opset/op_signature.h
class OptionsReader;  // runtime/opset/options_reader.h

// No TensorFlow Lite runtime registers the operator; ours may all the same.
inline constexpr std::string_view kRuntimeNever = "never";
// TensorFlow Lite's own list of runtimes leaves the version out.
inline constexpr std::string_view kRuntimeUnknown = "unknown";

struct OpVersion {
  int version;
  std::string_view runtime;  // "2.14.0", the first one with the version; or one of the two above
  std::string_view added;    // "int8"; what the version takes that the one below does not
};

// The parameter struct of the C ABI (runtime/tflite/builtin_params.h) that TfLiteNode::builtin_data points
// to, and how it is made from the options table of the model's FlatBuffer.
struct OpParams {
  size_t bytes;                    // of the struct; 0: the operator has no parameters
  schema::BuiltinOptions options;  // the kind of the table
  // Reads a table of that kind into a struct of zeros.
  void (*fill)(const void* options, void* params, OptionsReader& reader);
  // The kind of the table where that is one of the format's second list, since the first is full. `options`
  // is NONE then.
  schema::BuiltinOptions2 options_2 = {};
  // The version since which a runtime that accepts a node is sure to have the whole struct, and the bytes
  // that it has before: 0, all of them.
  int whole_since = 1;
  size_t bytes_before = 0;

  // Returns how much of the struct may be read of a node of that version in any runtime.
  size_t BytesOf(int version) const { return version < whole_since ? bytes_before : bytes; }
};

// How an operator treats the order of its dims (the roles of TFLite2ONNX's layout propagation).
enum class LayoutRole {
  kImplicit,     // fixed by the operator: convolution, pooling, resize
  kTransparent,  // any order: elementwise
  kAttribute,    // any order when the axis attribute moves along: concatenation, reduction
  kTerminate,    // the order ends here: reshape, fully connected
};

// How an operand or option names dims, and so what becomes of it where these have another order.
enum class Moves : uint8_t {
  kAxis,         // numbers of dims
  kPerDim,       // an element, or a row of them, for each dim: sizes, paddings
  kPermutation,  // where each dim of the result comes from
  kBits,         // a bit for each dim
};

struct MovedAttribute {
  std::string_view name;  // of an operand, or of an option
  Moves moves;
};

// The letters of an operand whose dims have the order of the node's others.
inline constexpr std::string_view kAnyOrder = "*";

struct Layout {
  LayoutRole role;
  // By operand, the last one standing for every further one too: what its dims are, outermost first. N is the
  // batch, D, H and W are positions and C channels; a filter has O outputs and I inputs. What follows ">" is
  // the form with the channels first, where that of a filter is not the common one (OrderOf in
  // runtime/layout/letters.h). kAnyOrder follows the node; no letters: TFLite's own order. Without a list
  // every operand of kTransparent and kAttribute follows, and none of the others has letters.
  std::vector<std::string_view> inputs = {};
  std::vector<std::string_view> outputs = {};
  // The operands and options of kAttribute that name dims and so move along with them. None where the
  // operator always works along the last dim.
  std::vector<MovedAttribute> moved = {};
  // Whether dim i of the result is dim i of the operand for a node. Null: where both have as many dims.
  bool (*keeps_dims)(const ir::NodeView& node) = nullptr;
  // The result has the elements of input 0 in their order, under other dims.
  bool keeps_elements = false;
  // The node reads input 0 as rows, and input 1 has a column for each element of a row.
  bool reads_rows = false;
};

// Names of operands. The last one stands for every further one too, where an operator takes any number.
struct Operands {
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
};

// A field without a default has to be in every record: g++ refuses one that leaves it out.
struct OpInfo {
  // The operator's code, as everywhere in the project: a builtin's abi::TfLiteBuiltinOperator, or a custom
  // operator's CustomCode (runtime/opset/custom_codes.h).
  int op_code;
  std::string_view
      name;  // "CONV_2D", as the model format's schema or, of a custom operator, a model spells it
  std::string_view stem;  // "conv_2d", in the names of the operator's files
  // Ascending, without gaps: every version that the resolver of ai-edge-litert 2.3.0 accepts (a test
  // compares) and, for operators that it lacks, the versions that ours accepts. Sources: LiteRT, August 2026:
  // tflite/core/kernels/register.cc and op_version.cc and runtime_version.cc in
  // tflite/converter/tools/versioning.
  std::vector<OpVersion> versions;
  // The lowest version whose kernels take a node's types and options (runtime/opset/needed_version.h).
  int (*needed_version)(const OpSignature& signature);
  OpParams params;
  // What the CPU's kernel takes; none where only an interpreter runs the operator.
  std::vector<Signature> types;
  // Says that TFLite's own kernels refuse such a node, end the process at it, or make wrong numbers of it
  // (docs/NUMERICS.md), so that nothing is left to them that a device takes. Null: they compute every node.
  bool (*tflite_fails)(const ir::NodeView& view) = nullptr;
  bool takes_sparse = false;  // DENSIFY; FULLY_CONNECTED, whose weights may be
  // Reads the dims of its inputs and none of their values, so that its result is known as soon as they are.
  bool reads_dims_alone = false;
  // Reads nothing of these dims but their number, which is known even where a dim is not.
  bool reads_rank_alone = false;
  // An input whose dims stand for its values where it is no vector, as TFLite has it for the shape of a
  // RESHAPE: such a tensor may lack data. -1: every input of a node has its data when the node runs.
  int input_that_may_lack_data = -1;
  // The indices of the subgraphs that a node calls, read from its parameters. Null: it calls none.
  std::vector<int> (*called_subgraphs)(const void* params) = nullptr;
  // The input that is the first one of the subgraphs that a node calls; the next is the second. -1: it gives
  // them none.
  int first_passed_input = -1;
  // The kernel looks at the nodes of the subgraphs that it calls in place of running them, so that none of
  // those nodes may be replaced by a delegate's.
  bool reads_called_nodes = false;
  // What the operator makes of two values, for such a kernel that finds it in a subgraph.
  Combination combination = Combination::kNone;
  // Reads values of operands (axes, sizes) where their tensors are ir::Constness::kStored. Where they are not
  // yet, it returns NeedsValues(), or unknown dims for those outputs that depend on them: the outputs, or
  // those, are then dynamic and it is asked again at Invoke, with every value there. So a shape may depend on
  // any value (WHERE counts its input). Null where nothing can be said before an interpreter runs the
  // operator. Called by InferShapes() alone.
  ir::ShapeFn infer_shapes;
  Operands operands;
  NumericClass numeric_class;
  Layout layout;
  // The least work of a node whose dims are final (runtime/opset/op_cost.h has the common ones). No bytes:
  // nothing is computed or moved, so that no dispatch is needed either.
  OpCost (*cost)(const ir::NodeView& view);
  // The text of a node after the operator's name in the names of benchmarks.
  void (*describe)(NodeText& text) = DescribeOperands;
  // Null: shape lists do not have the operator.
  const LayerForm* layer = nullptr;
};

// In op_list.inc's order.
std::span<const OpInfo* const> OpInfos();
// Null for the code of an operator that the project does not know.
const OpInfo* FindOpInfo(int op_code);
// Finds the record by the node's operator code, or by its custom name where a user has registered the
// operator.
const OpInfo* FindOpInfo(const ir::Node& node);

// Ok when a signature of the record accepts these tensors and the operator takes their quantization; else a
// sentence that names the operand.
Status CheckTypes(const OpInfo& info, OperandTensors inputs, OperandTensors outputs);

// Calls the record's shape function, which may index what its signatures name: the counts of inputs and
// outputs are compared with these before. The only way to that function.
Status InferShapes(const OpInfo& info, const ir::ShapeQuery& query);

}  // namespace litevk
