#include "tools/run/input_values.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <utility>

#include "tools/program/input_file.h"
#include "tools/run/quantize.h"

namespace litevk::tools {
namespace {

constexpr const char* kRangeFlag = "--input_layer_value_range";
constexpr const char* kFilesFlag = "--input_layer_value_files";

// Splits a text at single separators; a doubled separator stands for the character itself.
std::vector<std::string> SplitEscaped(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_separator = text[at] == separator;
    const bool is_doubled = is_separator && at + 1 < text.size() && text[at + 1] == separator;
    if (is_separator && !is_doubled) {
      parts.emplace_back();
    } else {
      parts.back() += text[at];
      at += is_doubled ? 1 : 0;
    }
  }
  return text.empty() ? std::vector<std::string>() : parts;
}

std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

bool ParseNumber(const std::string& text, double* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(*number);
}

Status ParseRanges(const std::string& text, InputValues* values) {
  for (const std::string& item : SplitEscaped(text, ':')) {
    const std::vector<std::string> parts = SplitAtCommas(item);
    ValueRange range;
    if (parts.size() != 3 || parts[0].empty() || !ParseNumber(parts[1], &range.low) ||
        !ParseNumber(parts[2], &range.high) || range.low > range.high) {
      return InvalidArgument(std::string(kRangeFlag) + ": expected name,low,high, found \"" + item + "\"");
    }
    values->ranges[parts[0]] = range;
  }
  return {};
}

Status ParseFiles(const std::string& text, InputValues* values) {
  for (const std::string& item : SplitAtCommas(text)) {
    const std::vector<std::string> parts = SplitEscaped(item, ':');
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty()) {
      return InvalidArgument(std::string(kFilesFlag) + ": expected name:path, found \"" + item +
                             "\"; write :: for a colon in a name or path");
    }
    values->files[parts[0]] = parts[1];
  }
  return {};
}

Status CheckName(const char* flag, const std::string& name, const Session& session) {
  std::string names;
  for (int input = 0; input < session.input_count(); ++input) {
    if (session.input_name(input) == name) return {};
    names += (names.empty() ? "" : ", ") + session.input_name(input);
  }
  return InvalidArgument(std::string(flag) + ": no input is named " + name + "; the model has " + names);
}

Status CheckNames(const InputValues& values, const Session& session) {
  for (const auto& [name, range] : values.ranges) {
    LITEVK_RETURN_IF_ERROR(CheckName(kRangeFlag, name, session));
  }
  for (const auto& [name, path] : values.files) {
    LITEVK_RETURN_IF_ERROR(CheckName(kFilesFlag, name, session));
  }
  return {};
}

Result<Array> ReadRaw(const std::filesystem::path& path, Array expected) {
  LITEVK_ASSIGN_OR_RETURN(std::ifstream file, OpenInputFile(path));
  if (expected.type == ir::DataType::kString) {
    for (std::string line; std::getline(file, line);) expected.strings.push_back(line);
    if (std::cmp_equal(expected.strings.size(), expected.size())) return expected;
    return InvalidArgument(path.string() + ": has " + std::to_string(expected.strings.size()) +
                           " lines, expected " + std::to_string(expected.size()) + ", one for each string");
  }
  const std::string data(std::istreambuf_iterator<char>(file), {});
  const int64_t size = expected.size() * ir::ByteSize(ir::UnpackedType(expected.type));
  if (size > 0 && std::cmp_not_equal(data.size(), size)) {
    return InvalidArgument(path.string() + ": has " + std::to_string(data.size()) + " bytes, expected " +
                           std::to_string(size) + " for " + std::string(ir::Name(expected.type)) + " " +
                           expected.dims.ToString());
  }
  const auto bytes = std::as_bytes(std::span(data));
  expected.bytes.assign(bytes.begin(), bytes.end());
  return expected;
}

Result<Array> ReadFile(const std::filesystem::path& path, const Array& expected, bool is_real) {
  if (path.extension() != ".npy") return ReadRaw(path, expected);
  LITEVK_ASSIGN_OR_RETURN(Array array, ReadNpy(path));
  if (is_real && IsQuantized(expected) && array.type == ir::DataType::kFloat32) {
    LITEVK_ASSIGN_OR_RETURN(array, Quantize(array, expected));
  }
  const bool has_type = array.type == expected.type || array.type == ir::UnpackedType(expected.type);
  if (has_type && array.dims == expected.dims) return array;
  return InvalidArgument(path.string() + ": holds " + std::string(ir::Name(array.type)) + " " +
                         array.dims.ToString() + ", expected " + std::string(ir::Name(expected.type)) + " " +
                         expected.dims.ToString());
}

Result<Array> MakeInput(const InputValues& values, const std::string& name, const Array& expected,
                        uint64_t seed) {
  if (const auto file = values.files.find(name); file != values.files.end()) {
    return ReadFile(file->second, expected, values.are_real);
  }
  const auto range = values.ranges.find(name);
  if (range == values.ranges.end()) {
    return RandomValues(expected.type, expected.dims, seed,
                        IsQuantized(expected) ? WidestRange(expected.type) : std::nullopt);
  }
  if (!values.are_real || !IsQuantized(expected)) {
    return RandomValues(expected.type, expected.dims, seed, range->second);
  }
  LITEVK_ASSIGN_OR_RETURN(const Array reals,
                          RandomValues(ir::DataType::kFloat32, expected.dims, seed, range->second));
  return Quantize(reals, expected);
}

bool MayBeIndices(const Array& tensor) {
  constexpr std::array kIndices = {ir::DataType::kInt16,  ir::DataType::kInt32,  ir::DataType::kInt64,
                                   ir::DataType::kUInt16, ir::DataType::kUInt32, ir::DataType::kUInt64};
  return !IsQuantized(tensor) && std::ranges::find(kIndices, tensor.type) != kIndices.end();
}

// Returns the name as it is written in the flags, with doubled colons.
std::string WithDoubledColons(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == ':' ? "::" : std::string(1, c);
  return text;
}

}  // namespace

Status WithRandomIndices(Status status, const InputValues& values, const Session& session) {
  if (status.ok()) return status;
  std::string hints;
  for (int input = 0; input < session.input_count(); ++input) {
    const std::string name = session.input_name(input);
    const bool is_given = values.ranges.contains(name) || values.files.contains(name);
    if (is_given || !MayBeIndices(session.DescribeInput(input))) continue;
    hints += "\ninput '" + name + "' had random numbers from 0 to 99; " + kRangeFlag + "=" +
             WithDoubledColons(name) + ",0,9 would have others";
  }
  return {status.code(), status.message() + hints};
}

void AddInputValueFlags(CLI::App& app, InputValueFlags& flags) {
  app.add_option(kRangeFlag, flags.ranges, "Inputs with the least and the largest of their random values")
      ->type_name("a,0,255:b,-1,1");
  app.add_option(kFilesFlag, flags.files, "Inputs with files of their values, .npy or raw")
      ->type_name("a:FILE,b:FILE");
}

Result<InputValues> ParseInputValues(const InputValueFlags& flags) {
  InputValues values;
  LITEVK_RETURN_IF_ERROR(ParseRanges(flags.ranges, &values));
  LITEVK_RETURN_IF_ERROR(ParseFiles(flags.files, &values));
  return values;
}

Result<std::vector<Array>> MakeInputs(const InputValues& values, const Session& session, uint64_t seed) {
  LITEVK_RETURN_IF_ERROR(CheckNames(values, session));
  std::vector<Array> inputs;
  for (int input = 0; input < session.input_count(); ++input) {
    const std::string name = session.input_name(input);
    auto value = MakeInput(values, name, session.DescribeInput(input), seed + static_cast<uint64_t>(input));
    if (!value.ok()) {
      return Status(value.status().code(), "input '" + name + "': " + value.status().message());
    }
    inputs.push_back(std::move(*value));
  }
  return inputs;
}

}  // namespace litevk::tools
