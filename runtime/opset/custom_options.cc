#include "runtime/opset/custom_options.h"

#include <cmath>
#include <limits>
#include <utility>

#include "runtime/base/float_text.h"
#include "runtime/include/litevk/flexbuffer_options.h"

namespace litevk {
namespace {

bool FitsInt(int64_t value) {
  return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
}

std::string Named(const char* name) { return "its option " + std::string(name); }

}  // namespace

FlexOptions::FlexOptions(std::span<const std::byte> bytes) : bytes_(bytes) {
  if (bytes.empty() || LitevkOptionsAreMap(bytes.data(), bytes.size())) return;
  Complain("its options are " + std::to_string(bytes.size()) + " bytes that are no map of names and values");
}

bool FlexOptions::Has(const char* name) const {
  return LitevkOptionExists(bytes_.data(), bytes_.size(), name);
}

bool FlexOptions::IsText(const char* name, const char* text) const {
  return LitevkOptionTextIs(bytes_.data(), bytes_.size(), name, text);
}

int FlexOptions::Int(const char* name) {
  int64_t value = 0;
  if (!LitevkOptionInt64(bytes_.data(), bytes_.size(), name, &value) || !FitsInt(value)) {
    Complain(Named(name) + (Has(name) ? " is not an integer of 32 bits" : " is missing"));
    return 0;
  }
  return static_cast<int>(value);
}

float FlexOptions::Float(const char* name) {
  double value = 0;
  if (!LitevkOptionDouble(bytes_.data(), bytes_.size(), name, &value)) {
    Complain(Named(name) + (Has(name) ? " is not a number" : " is missing"));
  }
  return static_cast<float>(value);
}

std::vector<int> FlexOptions::Ints(const char* name) {
  std::vector<int64_t> values;
  size_t count = 0;
  const auto read = [&] {
    return LitevkOptionInts(bytes_.data(), bytes_.size(), name, values.data(), values.size(), &count);
  };
  bool is_read = read();
  values.resize(count);
  is_read = is_read && read() && std::ranges::all_of(values, FitsInt);
  if (is_read) return {values.begin(), values.end()};
  Complain(Named(name) + (Has(name) ? " is not a vector of integers of 32 bits" : " is missing"));
  return {};
}

float FlexOptions::PositiveFloat(const char* name) {
  const float value = Float(name);
  if (!(value > 0) || std::isinf(value)) {
    Complain(Named(name) + " is " + FloatText(value) + ", expected a number above 0");
  }
  return value;
}

int FlexOptions::AtLeast(int least, const char* name) {
  const int value = Int(name);
  if (value < least) {
    Complain(Named(name) + " is " + std::to_string(value) + ", expected " + std::to_string(least) +
             " or more");
  }
  return value;
}

void FlexOptions::Complain(std::string diagnostic) {
  if (status_.ok()) status_ = InvalidArgument(std::move(diagnostic));
}

}  // namespace litevk
