#include "onnx/write/metadata.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "onnx.pb.h"
#include "runtime/base/utf8.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk::to_onnx {
namespace {

std::string Base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k)
      word = word << 8 | (k < count ? std::to_integer<uint32_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

// True if the bytes are readable characters that need no other encoding.
bool IsText(std::string_view bytes) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t';
  };
  return std::ranges::none_of(bytes, is_control) && ValidUtf8(bytes) == bytes;
}

// An entry about TFLite's runtimes, which is meaningless for ONNX.
constexpr std::string_view kRuntimeVersion = "min_runtime_version";

// Drops trailing zeros, with which converters pad texts.
void AddEntry(const std::string& name, std::span<const std::byte> bytes, ::onnx::ModelProto& model) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text = text.substr(0, text.find_last_not_of('\0') + 1);
  ::onnx::StringStringEntryProto& entry = *model.add_metadata_props();
  entry.set_key((IsText(text) ? "metadata:" : "metadata_base64:") + name);
  entry.set_value(IsText(text) ? std::string(text) : Base64(bytes));
}

template <typename Names>
void NameEdge(const Names* names, uint32_t tensor, ::onnx::ValueInfoProto& edge) {
  if (names == nullptr) return;
  for (const schema::TensorMap* mapped : *names) {
    if (mapped->tensor_index() != tensor || mapped->name() == nullptr) continue;
    const std::string name = ValidUtf8(mapped->name()->string_view());
    if (name != edge.name() && edge.doc_string().empty()) edge.set_doc_string(name);
  }
}

// The graph's edges are in the subgraph's order, followed by states.
void NameEdges(const schema::SignatureDef& signature, const schema::SubGraph& subgraph,
               ::onnx::GraphProto& graph) {
  const auto name_all = [](const auto* ids, const auto* names, auto& edges) {
    const int count = ids == nullptr ? 0 : std::min(static_cast<int>(ids->size()), edges.size());
    for (int i = 0; i < count; ++i) {
      NameEdge(names, static_cast<uint32_t>(ids->Get(static_cast<uint32_t>(i))), *edges.Mutable(i));
    }
  };
  name_all(subgraph.inputs(), signature.inputs(), *graph.mutable_input());
  name_all(subgraph.outputs(), signature.outputs(), *graph.mutable_output());
}

}  // namespace

void CarryMetadata(const Source& source, ::onnx::ModelProto& model) {
  const schema::Model& root = source.model.root();
  if (root.description() != nullptr) model.set_doc_string(ValidUtf8(root.description()->string_view()));
  if (root.metadata() != nullptr) {
    for (const schema::Metadata* metadata : *root.metadata()) {
      const std::string name = metadata->name() == nullptr ? "" : ValidUtf8(metadata->name()->string_view());
      if (name != kRuntimeVersion) AddEntry(name, source.model.Buffer(metadata->buffer()), model);
    }
  }
  if (source.signature != nullptr) {
    NameEdges(*source.signature, SubgraphOf(source), *model.mutable_graph());
  }
}

}  // namespace litevk::to_onnx
