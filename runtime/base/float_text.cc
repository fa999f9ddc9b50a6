#include "runtime/base/float_text.h"

#include <array>
#include <charconv>

namespace litevk {

template <typename Real>
static std::string ShortestText(Real value) {
  std::array<char, 32> text = {};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

std::string FloatText(float value) { return ShortestText(value); }
std::string FloatText(double value) { return ShortestText(value); }

}  // namespace litevk
