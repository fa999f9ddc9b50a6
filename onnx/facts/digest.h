// Digests of large values, which stand for them where graphs are only compared.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace litevk::to_onnx {

inline std::string DigestOf(std::string_view elements) {
  return std::to_string(std::hash<std::string_view>()(elements));
}

}  // namespace litevk::to_onnx
