#include "delegate/partition/support_table.h"

#include <sstream>

#include "delegate/ops/op_spec.h"

namespace litevk {
namespace {

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

std::string Join(const std::vector<ir::DataType>& types) {
  std::string text;
  for (const ir::DataType type : types) text += (text.empty() ? "" : ", ") + std::string(ir::Name(type));
  return text;
}

void AppendTypes(const OpSpec& spec, std::ostringstream& out) {
  for (const TypeSignature& signature : spec.types) {
    out << "- types: " << Join(signature.inputs) << (signature.variadic ? ", ..." : "") << " -> "
        << Join(signature.outputs);
    if (signature.required_inputs < static_cast<int>(signature.inputs.size())) {
      out << "; the first " << signature.required_inputs << " inputs are required";
    }
    if (!signature.note.empty()) out << "; " << signature.note;
    out << "\n";
  }
}

void AppendOp(const OpSpec& spec, std::ostringstream& out) {
  out << "\n### " << spec.name << "\n\n- versions reviewed:";
  for (const VersionNote& note : spec.versions) {
    out << (note.version == spec.versions.front().version ? " " : "; ") << note.version << " (" << note.added
        << ")";
  }
  out << "\n";
  AppendTypes(spec, out);
  for (const Constraint& constraint : spec.constraints) out << "- " << constraint.text << "\n";
  if (spec.lower == nullptr) out << "- every input is constant: the node is folded, the GPU never runs it\n";
  out << "- layout role: " << RoleName(spec.layout_role) << "\n";
}

}  // namespace

std::string SupportedOpsMarkdown() {
  std::ostringstream out;
  out << "# Supported operators\n\n"
         "<!-- Output of `litevk-docs supported-ops`; a test compares. -->\n\n"
         "A node runs on the GPU when its operator is in this list, its version is not above the last one\n"
         "reviewed, its types match a signature and every sentence of its operator holds. The version of a\n"
         "node is the model's operator code's and says little about the node itself, so below the last\n"
         "reviewed one the node's own types and parameters decide. Everything else stays with the\n"
         "interpreter, and the report says why.\n\n"
         "For every operator: no input is a variable, sparse (DENSIFY apart), quantized, empty, or of a "
         "type\n"
         "that its signatures do not name; no tensor is larger than the device's storage buffer range.\n";
  for (const OpSpec& spec : OpTable()) AppendOp(spec, out);
  return out.str();
}

}  // namespace litevk
