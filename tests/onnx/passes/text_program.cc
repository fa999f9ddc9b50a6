#include "tests/onnx/passes/text_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

#include "onnx/facts/operator_name.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {
namespace {

std::string Trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(Trimmed(text));
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(Trimmed(part));
  return parts;
}

ir::DataType TypeOf(const std::string& name) {
  for (int type = 0; type <= static_cast<int>(ir::DataType::kOther); ++type) {
    if (ir::Name(static_cast<ir::DataType>(type)) == name) return static_cast<ir::DataType>(type);
  }
  ADD_FAILURE() << "no type " << name;
  return ir::DataType::kNone;
}

ir::Shape DimsOf(const std::string& text) {
  std::vector<int> dims;
  if (text == "scalar") return {};
  for (const std::string& dim : Split(text, 'x')) dims.push_back(std::stoi(dim));
  return ir::Shape(dims);
}

// Parses "image: int8 1x8x8x3 scale 0.5 zero 3".
ir::Tensor ParseTensor(const std::string& text) {
  const std::vector<std::string> named = Split(text, ':');
  EXPECT_EQ(named.size(), 2U) << text;
  const std::vector<std::string> words = Split(named.at(1), ' ');
  ir::Tensor tensor;
  tensor.name = named[0];
  tensor.type = TypeOf(words.at(0));
  tensor.dims = DimsOf(words.at(1));
  for (size_t i = 2; i + 1 < words.size(); i += 2) {
    if (words[i] == "scale") {
      for (const std::string& scale : Split(words[i + 1], '/')) {
        tensor.quantization.scales.push_back(std::stof(scale));
      }
      tensor.quantization.zero_points.resize(tensor.quantization.scales.size());
    } else {
      EXPECT_EQ(words[i], "zero");
      tensor.quantization.zero_points = {std::stoi(words[i + 1])};
    }
  }
  return tensor;
}

std::vector<std::byte> BytesOf(const ir::Tensor& tensor, const std::vector<std::string>& values) {
  std::vector<std::byte> bytes(static_cast<size_t>(tensor.ByteCount()));
  const Status status = ForType<float, int8_t, uint8_t, int16_t, int32_t, int64_t, bool>(
      tensor.type, [&]<typename T>(T /*element*/) {
        for (size_t i = 0; i * sizeof(T) < bytes.size(); ++i) {
          const auto value = static_cast<T>(std::stod(values[std::min(i, values.size() - 1)]));
          std::memcpy(&bytes[i * sizeof(T)], &value, sizeof(T));
        }
        return Status();
      });
  EXPECT_TRUE(status.ok()) << status.message();
  return bytes;
}

int CodeOf(const std::string& op) {
  const auto records = OpInfos();
  const auto found = std::ranges::find_if(records, [&](const OpInfo* info) { return info->name == op; });
  if (found != records.end()) return (*found)->op_code;
  ADD_FAILURE() << "no operator " << op;
  return 0;
}

ir::TensorId Find(const ir::Graph& graph, std::string_view name) {
  if (name == "-") return ir::kAbsent;
  for (size_t id = graph.tensors.size(); id-- > 0;) {
    if (graph.tensors[id].name == name) return static_cast<ir::TensorId>(id);
  }
  ADD_FAILURE() << "no tensor " << name;
  return 0;
}

std::string NamesOf(const ir::Graph& graph, const std::vector<ir::TensorId>& ids) {
  std::string names;
  for (const ir::TensorId id : ids) {
    const bool is_named = id != ir::kAbsent && !graph.tensor(id).name.empty();
    const std::string number = id == ir::kAbsent ? "-" : "%" + std::to_string(id);
    names += (names.empty() ? "" : ", ") + (is_named ? graph.tensor(id).name : number);
  }
  return names;
}

}  // namespace

TextProgram::TextProgram(std::initializer_list<std::string_view> subgraphs)
    : run_dims_({}, 0, /*finds=*/false),
      context_{.program = program_,
               .main = 0,
               .options = options_,
               .preparing = {.program = &program_, .run_dims = run_dims_},
               .pass = "pass"} {
  for (const std::string_view text : subgraphs) program_.subgraphs.push_back(Parse(text));
}

ir::Graph TextProgram::Parse(std::string_view text) {
  ir::Graph graph;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (!Trimmed(line).empty()) ParseLine(Trimmed(line), graph);
  }
  return graph;
}

void TextProgram::ParseLine(const std::string& line, ir::Graph& graph) {
  if (line.starts_with("return ")) {
    for (const std::string& name : Split(line.substr(7), ',')) graph.outputs.push_back(Find(graph, name));
    return;
  }
  const size_t equals = line.find(" = ");
  const std::string right = equals == std::string::npos ? "" : Trimmed(line.substr(equals + 3));
  std::vector<ir::TensorId> declared;
  for (const std::string& declaration : Split(line.substr(0, equals), ',')) {
    if (declaration == "-") {
      declared.push_back(ir::kAbsent);
      continue;
    }
    graph.tensors.push_back(ParseTensor(declaration));
    declared.push_back(static_cast<ir::TensorId>(graph.tensors.size()) - 1);
  }
  const size_t operands = right.find('(');
  if (right.empty()) {
    graph.inputs.push_back(declared.front());
  } else if (operands == std::string::npos) {
    ir::Tensor& tensor = graph.tensors.back();
    tensor.constness = ir::Constness::kStored;
    tensor.data = bytes_.emplace_back(BytesOf(tensor, Split(right, ' ')));
  } else {
    ir::Node node;
    node.index = static_cast<int>(graph.nodes.size());
    node.op_code = CodeOf(right.substr(0, operands));
    node.outputs = declared;
    for (const std::string& name : Split(right.substr(operands + 1, right.size() - operands - 2), ',')) {
      node.inputs.push_back(Find(graph, name));
    }
    graph.nodes.push_back(std::move(node));
  }
}

ir::TensorId TextProgram::Id(std::string_view name, size_t subgraph) { return Find(graph(subgraph), name); }

ir::Node& TextProgram::NodeOf(std::string_view name, size_t subgraph) {
  const ir::TensorId id = Id(name, subgraph);
  std::vector<ir::Node>& nodes = graph(subgraph).nodes;
  const auto found = std::ranges::find_if(
      nodes, [&](const ir::Node& node) { return std::ranges::count(node.outputs, id) > 0; });
  EXPECT_NE(found, nodes.end()) << name;
  return *found;
}

Status TextProgram::Run(Status (*pass)(ir::GraphRewriter&, PassContext&), size_t subgraph) {
  ir::GraphRewriter rewriter(graph(subgraph));
  const Status status = pass(rewriter, context_);
  rewriter.Finish();
  return status;
}

std::vector<std::string> TextProgram::Nodes(size_t subgraph) {
  std::vector<std::string> texts;
  for (const ir::Node& node : graph(subgraph).nodes) {
    texts.push_back(OperatorOf(node) + "(" + NamesOf(graph(subgraph), node.inputs) + ") -> " +
                    NamesOf(graph(subgraph), node.outputs));
  }
  return texts;
}

std::vector<std::string> TextProgram::Refusals() const {
  std::vector<std::string> texts;
  for (const PassRefusal& refusal : context_.refusals) {
    texts.push_back("node " + std::to_string(refusal.node.value_or(-1)) + " " + refusal.op + ": " +
                    refusal.reason);
  }
  return texts;
}

}  // namespace litevk::to_onnx
