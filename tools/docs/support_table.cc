#include "tools/docs/support_table.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/op_info.h"

namespace litevk::tools {
namespace {

constexpr std::string_view kMovedUnread = "; quantized tensors too: values are moved or selected";
constexpr std::string_view kOfAnyScale = "; quantized tensors too, of any scales";

std::string_view RoleName(LayoutRole role) {
  switch (role) {
    case LayoutRole::kImplicit:
      return "implicit";
    case LayoutRole::kTransparent:
      return "transparent";
    case LayoutRole::kAttribute:
      return "attribute";
    case LayoutRole::kTerminate:
      return "terminate";
  }
  return "";
}

void AppendVersions(const OpInfo& info, std::ostringstream& out) {
  out << "- versions:";
  std::string_view separator = " ";
  for (const OpVersion& version : info.versions) {
    out << separator << version.version << " (" << version.added << "; " << version.runtime << ")";
    separator = ", ";
  }
  out << "\n";
}

// True if the operator reads the integers of all its operands without their scales.
bool ReadsNoScale(const Signature& signature) {
  const auto is_unread = [](const OperandType& operand) { return operand.scaling == Scaling::kUnread; };
  return !signature.inputs.empty() && std::ranges::all_of(signature.inputs, is_unread);
}

void AppendSignatures(const OpInfo& info, std::ostringstream& out) {
  for (const Signature& signature : info.types) {
    out << "- CPU: " << signature.ToString();
    if (signature.quantized == Quantized::kMoved) out << kMovedUnread;
    if (TypesMovedAlike(signature) != TypeSet()) out << "; quantized tensors too, with equal parameters";
    if (signature.quantized == Quantized::kConverted) out << "; quantized tensors too";
    if (ReadsNoScale(signature)) out << kOfAnyScale;
    out << "\n";
  }
  if (info.takes_sparse) out << "- CPU: sparse constants too\n";
}

void AppendKernel(const GpuKernel& kernel, std::ostringstream& out) {
  out << "- GPU: " << kernel.types.ToString();
  if (kernel.most_dims >= 0) out << "; " << DimsText(kernel);
  if (kernel.types.quantized == Quantized::kMoved) out << kMovedUnread;
  if (TypesMovedAlike(kernel.types) != TypeSet()) out << "; quantized tensors too, with equal parameters";
  if (ReadsNoScale(kernel.types)) out << kOfAnyScale;
  if (kernel.takes_sparse) out << "; sparse constants too";
  if (!kernel.note.empty()) out << "; " << kernel.note;
  out << "\n";
  for (const Constraint& constraint : kernel.constraints) out << "  - " << constraint.text << "\n";
}

void AppendLetters(const std::vector<std::string_view>& letters, std::ostringstream& out) {
  std::string_view separator;
  for (const std::string_view operand : letters) {
    out << separator << (operand.empty() ? "-" : operand.substr(0, operand.find('>')));
    separator = ", ";
  }
}

// Prints the layout letters (NHWC, OHWI) only for operands that prescribe them.
void AppendLayout(const Layout& layout, std::ostringstream& out) {
  out << "- layout role: " << RoleName(layout.role);
  if (!layout.outputs.empty()) {
    out << ": ";
    AppendLetters(layout.inputs, out);
    out << " -> ";
    AppendLetters(layout.outputs, out);
  }
  std::string_view separator = "; what moves along: ";
  for (const MovedAttribute& attribute : layout.moved) {
    out << separator << attribute.name;
    separator = ", ";
  }
  out << "\n";
}

void AppendGpu(const OpInfo& info, const OpSpec& spec, std::ostringstream& out) {
  for (const Constraint& constraint : spec.constraints) out << "- GPU: " << constraint.text << "\n";
  for (const GpuKernel& kernel : spec.kernels) AppendKernel(kernel, out);
  if (info.reads_only_dims) {
    out << "- GPU: the dims decide the result, so that a plan writes it and no dispatch does\n";
  } else if (!spec.runs_on_device()) {
    out << "- GPU: the result is known before a run: it is computed then, and no dispatch does\n";
  }
  AppendLayout(info.layout, out);
}

void AppendOp(const OpInfo& info, std::ostringstream& out) {
  out << "\n### " << info.name << "\n\n";
  AppendVersions(info, out);
  if (info.types.empty()) out << "- CPU: the interpreter itself\n";
  AppendSignatures(info, out);
  if (const OpSpec* spec = FindOp(info.op_code)) AppendGpu(info, *spec, out);
}

constexpr std::string_view kIntroduction =
    "# Supported operators\n\n"
    "<!-- Output of `litevk-docs supported-ops`; a test compares. -->\n\n"
    "Every operator that has a reference kernel (CPU: kernels_ref) or that our interpreter runs itself, and\n"
    "what of it runs on the GPU. Operators without a line that starts with GPU stay on the CPU.\n\n"
    "- A version is listed with what it added and the first TensorFlow Lite runtime that has it. Versions\n"
    "  above the last are refused. The version of a node is the model's operator code's and says little\n"
    "  about the node itself, so below the last one the node's own types and parameters decide;\n"
    "  docs/OP_VERSIONS.md has more.\n"
    "- A line with an arrow is a signature: input types -> output types. T stands for one type, the same\n"
    "  wherever it stands. An operand per tensor is quantized with one scale and zero point, one per\n"
    "  channel with a scale for each slice along the axis, or one, and zero points of 0. Other quantized\n"
    "  and sparse tensors are refused where no line says otherwise.\n"
    "- A node runs on the GPU when its types match a line that starts with GPU, every condition below that\n"
    "  line holds, and so does every other condition after GPU. Everything else stays with the interpreter, "
    "and the report says why. For every operator: no\n"
    "  input is empty, none is a variable tensor but the states of recurrent operators, and none is sparse "
    "or\n"
    "  quantized where no line says otherwise; no tensor is larger than the device's storage buffer range.\n"
    "- What depends on dims that the model leaves open (-1 in the signature) is decided when the inputs\n"
    "  have theirs: nodes that do not fit then run on kernels_ref, beside the GPU.\n"
    "- Every operator with a line that starts with CPU belongs to a partition as well, when what it "
    "computes\n"
    "  follows only from shapes and constants and nodes of the partition read it: the shapes that a model "
    "of\n"
    "  open dims computes.\n";

}  // namespace

std::string SupportedOpsMarkdown() {
  std::ostringstream out;
  out << kIntroduction;
  for (const OpInfo* info : OpInfos()) AppendOp(*info, out);
  return out.str();
}

}  // namespace litevk::tools
