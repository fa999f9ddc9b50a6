// Readers of the options of custom operators, for their records. The options are bytes of the model. Each
// operator defines them as a struct of the C ABI or as a FlexBuffers map.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/opset/custom_codes.h"
#include "runtime/opset/layer.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

// The member `params` of the record of a custom operator whose ReadOptions packs a struct of this type.
template <typename Params>
inline constexpr OpParams kCustomParams = {sizeof(Params), schema::BuiltinOptions::NONE, nullptr};

// Reads options that are the first members of a struct, at least `least` bytes. The operator reads nothing
// beyond `most` bytes. Absent members are zero.
template <typename Params>
Result<ir::Params> ReadStruct(std::span<const std::byte> options, size_t least, size_t most) {
  if (options.size() < least) {
    return InvalidArgument("its options have " + std::to_string(options.size()) + " bytes, expected " +
                           std::to_string(least) + " or more");
  }
  Params params = {};
  static_assert(std::is_trivially_copyable_v<Params>);
  std::memcpy(&params, options.data(), std::min({options.size(), most, sizeof(params)}));
  return PackParams(params);
}

// A map of names and values. The first error is kept for `status`.
class FlexOptions {
 public:
  // An empty span is a map without values.
  explicit FlexOptions(std::span<const std::byte> bytes);

  const Status& status() const { return status_; }
  // Returns the parameters of a node with these options, or the status if an error was found.
  template <typename Params>
  Result<ir::Params> Pack(const Params& params) const {
    if (!status_.ok()) return status_;
    return PackParams(params);
  }

  bool Has(const char* name) const;
  bool IsText(const char* name, const char* text) const;
  // Return values that the map must have.
  int Int(const char* name);
  float Float(const char* name);
  std::vector<int> Ints(const char* name);
  // Return the option's value, or `otherwise` if the map omits it.
  int IntOr(const char* name, int otherwise) { return Has(name) ? Int(name) : otherwise; }
  float FloatOr(const char* name, float otherwise) { return Has(name) ? Float(name) : otherwise; }
  // Return values that must be above 0, or at least `least`.
  float PositiveFloat(const char* name);
  int AtLeast(int least, const char* name);

  // Records a diagnostic, unless there is one already.
  void Complain(std::string diagnostic);

 private:
  std::span<const std::byte> bytes_;
  Status status_;
};

}  // namespace litevk
