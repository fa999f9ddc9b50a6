#include "runtime/tflite/strings.h"

#include <cstdint>
#include <cstring>

namespace litevk::ref {
namespace {

constexpr size_t kWord = sizeof(int32_t);

int32_t ReadWord(std::span<const std::byte> bytes, size_t index) {
  int32_t value = 0;
  std::memcpy(&value, bytes.data() + index * kWord, kWord);
  return value;
}

void WriteWord(std::vector<std::byte>& bytes, size_t index, size_t value) {
  const auto word = static_cast<int32_t>(value);
  std::memcpy(bytes.data() + index * kWord, &word, kWord);
}

}  // namespace

Result<std::vector<std::string_view>> UnpackStrings(std::span<const std::byte> bytes) {
  std::vector<std::string_view> strings;
  if (bytes.empty()) return strings;
  if (bytes.size() < kWord) return InvalidArgument("a string tensor has less than 4 bytes");
  const int64_t count = ReadWord(bytes, 0);
  const size_t header = kWord * (static_cast<size_t>(count) + 2);
  if (count < 0 || bytes.size() < header) {
    return InvalidArgument("a string tensor of " + std::to_string(bytes.size()) + " bytes claims " +
                           std::to_string(count) + " strings");
  }
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  for (size_t index = 0; index < static_cast<size_t>(count); ++index) {
    const int64_t begin = ReadWord(bytes, index + 1);
    const int64_t end = ReadWord(bytes, index + 2);
    if (begin < static_cast<int64_t>(header) || end < begin || end > static_cast<int64_t>(bytes.size())) {
      return InvalidArgument("string " + std::to_string(index) + " of a string tensor lies outside of it");
    }
    strings.emplace_back(text + begin, static_cast<size_t>(end - begin));
  }
  return strings;
}

std::vector<std::byte> PackStrings(std::span<const std::string> strings) {
  size_t offset = kWord * (strings.size() + 2);
  size_t total = offset;
  for (const std::string& string : strings) total += string.size();
  std::vector<std::byte> bytes(total);
  WriteWord(bytes, 0, strings.size());
  for (size_t index = 0; index < strings.size(); ++index) {
    WriteWord(bytes, index + 1, offset);
    std::memcpy(bytes.data() + offset, strings[index].data(), strings[index].size());
    offset += strings[index].size();
  }
  WriteWord(bytes, strings.size() + 1, offset);
  return bytes;
}

}  // namespace litevk::ref
