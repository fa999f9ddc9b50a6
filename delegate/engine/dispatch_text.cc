#include "delegate/engine/dispatch_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <span>
#include <sstream>
#include <string_view>

#include "delegate/kernel/epilogue.h"
#include "delegate/verdict/op_names.h"
#include "runtime/graph/divisor.h"

namespace litevk {
namespace {

constexpr std::string_view kEpilogue = "kEpilogue";

std::string ElementText(gpu::FieldType type, std::span<const uint32_t> words) {
  std::ostringstream text;
  switch (type) {
    case gpu::FieldType::kUint:
      text << words[0];
      break;
    case gpu::FieldType::kInt:
      text << static_cast<int32_t>(words[0]);
      break;
    case gpu::FieldType::kFloat:
      text << std::bit_cast<float>(words[0]);
      break;
    case gpu::FieldType::kDivisor: {
      gpu::Divisor divisor;
      divisor.multiplier = words[0];
      divisor.shift = words[1];
      text << "/" << divisor.value();
      break;
    }
  }
  return text.str();
}

std::string FieldText(const gpu::FieldInfo& field, std::span<const uint32_t> words) {
  const size_t size = field.type == gpu::FieldType::kDivisor ? 2 : 1;
  std::string text;
  for (size_t i = 0; i < field.count; ++i) {
    if (i > 0) text += ", ";
    text += ElementText(field.type, words.subspan(field.word + i * size, size));
  }
  return field.count == 1 ? text : "[" + text + "]";
}

std::string FieldsText(std::span<const gpu::FieldInfo> fields, std::span<const uint32_t> words) {
  std::string text;
  if (fields.empty()) {
    for (const uint32_t word : words) text += " " + std::to_string(word);
  }
  for (const gpu::FieldInfo& field : fields) {
    if (field.name.starts_with(kEpilogue)) continue;
    text.append(" ").append(field.name).append("=").append(FieldText(field, words));
  }
  return text;
}

// Returns the word of a specialization constant; 0 if the shader has none of that name.
uint32_t SpecWord(const gpu::Dispatch& dispatch, const std::string& name) {
  const auto found = std::ranges::find(dispatch.shader->spec_fields, name, &gpu::FieldInfo::name);
  return found == dispatch.shader->spec_fields.end() ? 0 : dispatch.spec[found->word];
}

std::string TensorText(const gpu::Graph& program, const gpu::Dispatch& dispatch, uint32_t slot) {
  const auto& bindings = dispatch.shader->bindings;
  const auto found = std::ranges::find(bindings, "epilogue" + std::to_string(slot), &gpu::BindingInfo::name);
  if (found == bindings.end()) return "a binding that the shader does not have";
  const gpu::TensorId id = dispatch.bindings[static_cast<size_t>(found - bindings.begin())];
  return "tensor " + std::to_string(id) + " '" + program.tensors[static_cast<size_t>(id)].name + "'";
}

std::string OperandText(const gpu::Graph& program, const gpu::Dispatch& dispatch, const std::string& number) {
  const OperandCode operand = OperandCode::Decode(SpecWord(dispatch, "kEpilogueOperand" + number));
  if (operand.kind == OperandKind::kScalar) {
    return ElementText(gpu::FieldType::kFloat, std::array{SpecWord(dispatch, "kEpilogueScalar" + number)});
  }
  constexpr std::array kRead = {"", "element by element", "one for each channel", "one for all", "repeated"};
  return TensorText(program, dispatch, operand.slot) + ", " + kRead[static_cast<size_t>(operand.kind)] +
         (operand.is_in_rows ? ", in rows" : "");
}

bool ReadsOperand(std::string_view glsl) {
  for (size_t at = glsl.find('x'); at != std::string_view::npos; at = glsl.find('x', at + 1)) {
    const auto is_letter = [&](size_t i) {
      return i < glsl.size() && std::isalpha(static_cast<unsigned char>(glsl[i]));
    };
    if (!is_letter(at - 1) && !is_letter(at + 1)) return true;
  }
  return false;
}

}  // namespace

std::string NodesText(const ir::Graph& graph, const ir::GraphIndex& index, const gpu::Dispatch& dispatch) {
  std::vector<int> indices = dispatch.fused_nodes;
  indices.push_back(dispatch.source_node);
  std::ranges::sort(indices);
  std::string text;
  for (const int node : indices) {
    const auto position = static_cast<size_t>(index.positions.at(node));
    text.append(text.empty() ? "" : ", ").append(std::to_string(node));
    text.append(" ").append(OpName(graph.nodes[position]));
  }
  return text;
}

std::string SpecializationText(const gpu::Dispatch& dispatch) {
  return FieldsText(dispatch.shader->spec_fields, dispatch.spec);
}

std::string PushText(const gpu::Dispatch& dispatch) {
  std::vector<uint32_t> words(dispatch.push.size() / sizeof(uint32_t));
  std::memcpy(words.data(), dispatch.push.data(), words.size() * sizeof(uint32_t));
  return FieldsText(dispatch.shader->push_fields, words);
}

std::vector<std::string> EpilogueTexts(const gpu::Graph& program, const gpu::Dispatch& dispatch) {
  std::vector<std::string> texts;
  const uint32_t count = SpecWord(dispatch, "kEpilogueCount");
  for (uint32_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const StepText step = Describe(static_cast<EpilogueOp>(SpecWord(dispatch, "kEpilogueOp" + number)));
    std::string text = std::string(step.name) + ": " + std::string(step.glsl);
    if (ReadsOperand(step.glsl)) text += "; x = " + OperandText(program, dispatch, number);
    texts.push_back(std::move(text));
  }
  if (dispatch.stores_quantized) texts.emplace_back("Quantize: integers of 8 bits");
  return texts;
}

}  // namespace litevk
