#include "tools/run/array.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "tools/program/input_file.h"
#include "tools/run/npy_header.h"
#include "tools/run/utf.h"

namespace litevk::tools {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

struct TypeRow {
  ir::DataType type;
  std::string_view descr;
};
constexpr std::array kTypes = {
    TypeRow{ir::DataType::kFloat32, "<f4"},
    TypeRow{ir::DataType::kFloat16, "<f2"},
    TypeRow{ir::DataType::kFloat64, "<f8"},
    TypeRow{ir::DataType::kInt8, "|i1"},
    TypeRow{ir::DataType::kInt16, "<i2"},
    TypeRow{ir::DataType::kInt32, "<i4"},
    TypeRow{ir::DataType::kInt64, "<i8"},
    TypeRow{ir::DataType::kUInt8, "|u1"},
    TypeRow{ir::DataType::kUInt16, "<u2"},
    TypeRow{ir::DataType::kUInt32, "<u4"},
    TypeRow{ir::DataType::kUInt64, "<u8"},
    TypeRow{ir::DataType::kBool, "|b1"},
    TypeRow{ir::DataType::kComplex64, "<c8"},
    TypeRow{ir::DataType::kComplex128, "<c16"},
    // numpy has no bfloat16. Its extension ml_dtypes writes raw bytes, from which view() restores the type.
    TypeRow{ir::DataType::kBFloat16, "|V2"},
};

// Splits a file into its header's text and its data.
Result<std::pair<std::string_view, std::string_view>> Split(std::string_view file) {
  if (!file.starts_with(kMagic) || file.size() < kNpyPrefix + 2) return InvalidArgument("is no .npy file");
  const auto byte = [&](size_t index) {
    return static_cast<size_t>(static_cast<unsigned char>(file[index]));
  };
  const bool is_first = byte(kMagic.size()) == 1;
  const size_t prefix = is_first ? kNpyPrefix : kNpyPrefix + 2;
  size_t length = byte(8) | byte(9) << 8;
  if (!is_first) length |= byte(10) << 16 | byte(11) << 24;
  if (file.size() < prefix + length) return InvalidArgument("ends inside its header");
  return std::pair(file.substr(prefix, length), file.substr(prefix + length));
}

// Reads strings of the types "<U5" and "|S5", whose number counts the characters of an element. An element
// ends at its first NUL.
Status ReadStrings(const NpyHeader& header, std::string_view data, Array* array) {
  const bool is_unicode = header.descr[1] == 'U';
  const size_t characters = std::stoul(header.descr.substr(2));
  const size_t element = characters * (is_unicode ? sizeof(char32_t) : 1);
  const auto count = static_cast<size_t>(array->size());
  if (data.size() != count * element) return InvalidArgument("its data do not fit its shape");
  for (size_t index = 0; index < count; ++index) {
    const std::string_view bytes = data.substr(index * element, element);
    array->strings.push_back(is_unicode ? Utf8FromUtf32(bytes)
                                        : std::string(bytes.substr(0, bytes.find('\0'))));
  }
  array->type = ir::DataType::kString;
  return {};
}

bool IsStrings(std::string_view descr) {
  return (descr.starts_with("<U") || descr.starts_with("|S")) && descr.size() > 2 && descr.size() < 9 &&
         descr.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

Result<Array> Parse(std::string_view file) {
  LITEVK_ASSIGN_OR_RETURN(const auto parts, Split(file));
  LITEVK_ASSIGN_OR_RETURN(const NpyHeader header, ParseNpyHeader(parts.first));
  if (header.fortran_order) return InvalidArgument("is in Fortran order, expected C order");
  Array array;
  array.dims = ir::Shape(header.shape);
  if (IsStrings(header.descr)) {
    LITEVK_RETURN_IF_ERROR(ReadStrings(header, parts.second, &array));
    return array;
  }
  const auto* row = std::ranges::find(kTypes, std::string_view(header.descr), &TypeRow::descr);
  if (row == kTypes.end())
    return InvalidArgument("has elements of type " + header.descr + ", which no tensor has");
  array.type = row->type;
  if (parts.second.size() != static_cast<size_t>(array.size() * ir::ByteSize(row->type))) {
    return InvalidArgument("its data do not fit its shape");
  }
  const auto bytes = std::as_bytes(std::span(parts.second));
  array.bytes.assign(bytes.begin(), bytes.end());
  return array;
}

Result<std::string> Data(const Array& array, std::string* descr) {
  if (array.type != ir::DataType::kString) {
    const auto* row = std::ranges::find(kTypes, ir::UnpackedType(array.type), &TypeRow::type);
    if (row == kTypes.end()) {
      return Unsupported("a .npy file cannot hold " + std::string(ir::Name(array.type)));
    }
    *descr = row->descr;
    return std::string(array.data<char>(), array.bytes.size());
  }
  std::vector<std::string> elements;
  size_t longest = sizeof(char32_t);  // a unicode type of numpy has at least one character
  for (const std::string& text : array.strings) {
    longest = std::max(longest, elements.emplace_back(Utf32FromUtf8(text)).size());
  }
  *descr = "<U" + std::to_string(longest / sizeof(char32_t));
  std::string data;
  for (std::string& element : elements) {
    element.resize(longest, '\0');
    data += element;
  }
  return data;
}

}  // namespace

bool IsFloat(ir::DataType type) {
  return type == ir::DataType::kFloat32 || type == ir::DataType::kFloat16 || type == ir::DataType::kFloat64;
}

Result<Array> ReadNpy(const std::filesystem::path& path) {
  LITEVK_ASSIGN_OR_RETURN(std::ifstream file, OpenInputFile(path));
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  auto array = Parse(bytes);
  if (array.ok()) return array;
  return InvalidArgument(path.string() + ": " + array.status().message());
}

Status WriteNpy(const std::filesystem::path& path, const Array& array) {
  NpyHeader header;
  header.shape = array.dims.dims();
  const Result<std::string> data = Data(array, &header.descr);
  if (!data.ok()) return {data.status().code(), path.string() + ": " + data.status().message()};
  const std::string text = FormatNpyHeader(header);
  std::string file(kMagic);
  file += {'\x01', '\x00', static_cast<char>(text.size() & 0xFFU), static_cast<char>(text.size() >> 8U)};
  file += text + *data;
  std::ofstream out(path, std::ios::binary);
  out.write(file.data(), static_cast<std::streamsize>(file.size()));
  out.close();
  return out ? Status() : InvalidArgument(path.string() + ": cannot be written");
}

Result<std::vector<Array>> ReadNpyFolder(const std::filesystem::path& folder, const std::string& prefix) {
  std::vector<Array> arrays;
  for (;;) {
    const auto path = folder / (prefix + "_" + std::to_string(arrays.size()) + ".npy");
    if (!std::filesystem::exists(path)) return arrays;
    LITEVK_ASSIGN_OR_RETURN(Array array, ReadNpy(path));
    arrays.push_back(std::move(array));
  }
}

}  // namespace litevk::tools
