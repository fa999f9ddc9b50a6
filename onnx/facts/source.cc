#include "onnx/facts/source.h"

#include <set>
#include <string>
#include <vector>

#include "runtime/base/utf8.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk::to_onnx {
namespace {

using Signatures = std::vector<const schema::SignatureDef*>;

Signatures SignaturesOf(const Model& model) {
  const auto* signatures = model.root().signature_defs();
  return signatures == nullptr ? Signatures() : Signatures(signatures->begin(), signatures->end());
}

std::string TextOf(const flatbuffers::String* text) {
  return text == nullptr ? "" : ValidUtf8(text->string_view());
}

std::string KeysOf(const Signatures& signatures) {
  std::string keys;
  for (const schema::SignatureDef* signature : signatures) {
    keys += (keys.empty() ? "'" : ", '") + TextOf(signature->signature_key()) + "'";
  }
  return keys;
}

Result<Source> FindSubgraph(const Model& model, const std::string& wanted) {
  const Signatures signatures = SignaturesOf(model);
  std::set<uint32_t> subgraphs;
  Source first = {.model = model};
  for (const schema::SignatureDef* each : signatures) {
    const Source source = {.model = model, .subgraph = each->subgraph_index(), .signature = each};
    if (!wanted.empty() && TextOf(each->signature_key()) == wanted) return source;
    subgraphs.insert(each->subgraph_index());
    if (each->subgraph_index() == 0 && first.signature == nullptr) first.signature = each;
  }
  if (!wanted.empty()) {
    return InvalidArgument("no signature is named '" + wanted + "': the model has " +
                           (signatures.empty() ? "none" : KeysOf(signatures)));
  }
  if (subgraphs.size() < 2) return first;
  return InvalidArgument(
      "the model has several signatures, " + KeysOf(signatures) +
      ", and an ONNX model has one: --signature NAME chooses it, in Python signature=NAME");
}

// True if the input has that name, in the graph or in the signature.
bool IsNamed(const Source& source, ir::TensorId input, const std::string& name) {
  if (TextOf(SubgraphOf(source).tensors()->Get(static_cast<uint32_t>(input))->name()) == name) return true;
  if (source.signature == nullptr || source.signature->inputs() == nullptr) return false;
  for (const schema::TensorMap* mapped : *source.signature->inputs()) {
    const bool is_same = mapped->tensor_index() == static_cast<uint32_t>(input);
    if (is_same && TextOf(mapped->name()) == name) return true;
  }
  return false;
}

Status AddGiven(const std::string& name, const ir::Shape& dims, Source& source) {
  const schema::SubGraph& subgraph = SubgraphOf(source);
  std::string names;
  if (subgraph.inputs() != nullptr) {
    for (const int32_t input : *subgraph.inputs()) {
      if (IsNamed(source, input, name)) {
        source.given[input] = dims;
        return {};
      }
      const auto* tensor = subgraph.tensors()->Get(static_cast<uint32_t>(input));
      names += (names.empty() ? "" : ", ") + TextOf(tensor->name());
    }
  }
  return InvalidArgument("--shape: no input is named " + name + "; the model has " + names);
}

}  // namespace

const schema::SubGraph& SubgraphOf(const Source& source) {
  return *source.model.root().subgraphs()->Get(static_cast<uint32_t>(source.subgraph));
}

Result<Source> FindSource(const Model& model, const Options& options) {
  LITEVK_ASSIGN_OR_RETURN(Source source, FindSubgraph(model, options.signature));
  for (const auto& [name, dims] : options.shapes) LITEVK_RETURN_IF_ERROR(AddGiven(name, dims, source));
  return source;
}

}  // namespace litevk::to_onnx
