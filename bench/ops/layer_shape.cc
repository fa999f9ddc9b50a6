#include "bench/ops/layer_shape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_params.h"
#include "tools/program/input_file.h"

namespace litevk::bench {
namespace {

std::pair<std::string_view, int> NamedActivation(int activation) {
  return {abi::ActivationName(activation), activation};
}

constexpr std::array<std::pair<std::string_view, int>, 2> kPaddings = {
    {{"SAME", abi::kTfLitePaddingSame}, {"VALID", abi::kTfLitePaddingValid}}};
const std::array kActivations = {NamedActivation(abi::kTfLiteActNone), NamedActivation(abi::kTfLiteActRelu),
                                 NamedActivation(abi::kTfLiteActReluN1To1),
                                 NamedActivation(abi::kTfLiteActRelu6)};

Status Expected(std::string_view key, std::string_view what, std::string_view value) {
  return InvalidArgument(
      std::string(key).append(": expected ").append(what).append(", found \"").append(value).append("\""));
}

// Parses "1x56x56x64" for the separator 'x'; returns nothing if a number is missing or below
// `smallest`.
std::optional<std::vector<int>> ParseIntegers(std::string_view text, char separator, int smallest) {
  std::vector<int> numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data();; ++at) {
    int number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number < smallest) return std::nullopt;
    numbers.push_back(number);
    if (next == end) return numbers;
    if (*next != separator) return std::nullopt;
    at = next;
  }
}

Status SetShapes(std::vector<ir::Shape>& target, std::string_view key, std::string_view value) {
  for (size_t begin = 0; begin <= value.size();) {
    const size_t end = std::min(value.find(',', begin), value.size());
    auto dims = ParseIntegers(value.substr(begin, end - begin), 'x', 1);
    if (!dims) return Expected(key, "dims such as 1x56x56x64", value);
    target.emplace_back(std::move(*dims));
    begin = end + 1;
  }
  return {};
}

Status SetIntegers(std::vector<int>& target, std::string_view key, std::string_view value, char separator,
                   int smallest, std::string_view what) {
  auto numbers = ParseIntegers(value, separator, smallest);
  if (!numbers) return Expected(key, what, value);
  target = std::move(*numbers);
  return {};
}

Status SetPair(std::vector<int>& target, std::string_view key, std::string_view value) {
  LITEVK_RETURN_IF_ERROR(SetIntegers(target, key, value, 'x', 1, "height x width such as 2x2"));
  return target.size() == 2 ? Status() : Expected(key, "height x width such as 2x2", value);
}

template <size_t N>
Status SetName(int& target, const std::array<std::pair<std::string_view, int>, N>& names,
               std::string_view key, std::string_view value) {
  std::string all;
  for (const auto& [name, code] : names) {
    if (name == value) {
      target = code;
      return {};
    }
    all.append(all.empty() ? "" : " or ").append(name);
  }
  return Expected(key, all, value);
}

Status SetCount(int& target, std::string_view value) {
  const auto numbers = ParseIntegers(value, ',', 1);
  if (!numbers || numbers->size() != 1) return Expected("count", "a number from 1 on", value);
  target = numbers->front();
  return {};
}

Status SetKey(LayerShape& shape, std::string_view key, std::string_view value) {
  if (key == "input") return SetShapes(shape.inputs, key, value);
  if (key == "constant") return SetShapes(shape.constants, key, value);
  if (key == "filter") return SetIntegers(shape.filter, key, value, 'x', 1, "dims such as 64x3x3x64");
  if (key == "stride") return SetPair(shape.stride_hw, key, value);
  if (key == "dilation") return SetPair(shape.dilation_hw, key, value);
  if (key == "padding") return SetName(shape.padding, kPaddings, key, value);
  if (key == "activation") return SetName(shape.activation, kActivations, key, value);
  if (key == "axes") return SetIntegers(shape.axes, key, value, ',', 0, "dims such as 1,2");
  if (key == "paddings") return SetIntegers(shape.paddings, key, value, ',', 0, "numbers such as 0,0,1,1");
  if (key == "count") return SetCount(shape.count, value);
  return InvalidArgument(std::string("there is no key \"").append(key).append("\""));
}

Status Check(const LayerShape& shape, const LayerForm& form, const std::set<std::string_view>& keys) {
  const size_t operands = shape.inputs.size() + shape.constants.size();
  if (shape.inputs.empty()) return InvalidArgument(shape.op + ": needs the key input");
  if (form.operands == 0 ? operands < 2 : operands != form.operands) {
    const std::string count = form.operands == 0 ? "two or more" : std::to_string(form.operands);
    return InvalidArgument(shape.op + ": takes " + count + " inputs and constants, found " +
                           std::to_string(operands));
  }
  if (shape.filter.size() != form.filter_rank) {
    return InvalidArgument(shape.op + ": takes a filter of " + std::to_string(form.filter_rank) +
                           " dims, found " + std::to_string(shape.filter.size()));
  }
  if (!form.needs.empty() && !keys.contains(form.needs)) {
    return InvalidArgument(shape.op + ": needs the key " + std::string(form.needs));
  }
  if (form.columns == 1) return {};
  const auto rank = static_cast<size_t>(shape.inputs.front().rank());
  if ((shape.*form.values).size() == static_cast<size_t>(form.columns) * rank) return {};
  return InvalidArgument(shape.op + ": needs two " + std::string(form.needs) + " for each dim of its input");
}

}  // namespace

Result<LayerShape> ParseLayerShape(std::string_view line) {
  std::istringstream words{std::string(line)};
  LayerShape shape;
  words >> shape.op;
  const OpInfo* const info = FindOpInfo(abi::BuiltinCode(shape.op));
  if (info == nullptr || info->layer == nullptr) {
    return InvalidArgument("\"" + shape.op + "\" is no operator of shape lists");
  }
  shape.op_code = info->op_code;
  shape.padding = abi::kTfLitePaddingSame;
  std::vector<std::string> pairs;
  for (std::string word; words >> word;) pairs.push_back(word);
  std::set<std::string_view> keys;
  for (const std::string& pair : pairs) {
    const size_t equals = pair.find('=');
    if (equals == std::string::npos) return InvalidArgument("expected key=value, found \"" + pair + "\"");
    const std::string_view key = std::string_view(pair).substr(0, equals);
    if (!keys.insert(key).second) return InvalidArgument(std::string(key).append(": is there twice"));
    LITEVK_RETURN_IF_ERROR(SetKey(shape, key, std::string_view(pair).substr(equals + 1)));
  }
  LITEVK_RETURN_IF_ERROR(Check(shape, *info->layer, keys));
  return shape;
}

Result<std::vector<LayerShape>> ReadShapeList(const std::filesystem::path& path) {
  LITEVK_ASSIGN_OR_RETURN(std::ifstream file, tools::OpenInputFile(path));
  std::vector<LayerShape> shapes;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    auto shape = ParseLayerShape(line);
    if (!shape.ok()) {
      return InvalidArgument(path.filename().string() + ":" + std::to_string(number) + ": " +
                             shape.status().message());
    }
    shapes.push_back(std::move(*shape));
  }
  return shapes;
}

}  // namespace litevk::bench
