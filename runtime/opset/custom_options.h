// What the records of custom operators read their options with: bytes of the model, which are a struct of the
// C ABI or a FlexBuffers map, as the operator has it.
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

// Options that are the first members of a struct: `least` bytes of it at least, and no more than `most`,
// beyond which the operator reads nothing. Members that are not there are zero.
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

// A map of names and values. The first thing that is wrong with it is kept, for `status`.
class FlexOptions {
 public:
  // No bytes are a map without values.
  explicit FlexOptions(std::span<const std::byte> bytes);

  const Status& status() const { return status_; }
  // The parameters of a node whose options are these; its status where something is wrong.
  template <typename Params>
  Result<ir::Params> Pack(const Params& params) const {
    if (!status_.ok()) return status_;
    return PackParams(params);
  }

  bool Has(const char* name) const;
  bool IsText(const char* name, const char* text) const;
  // Values that the map must have.
  int Int(const char* name);
  float Float(const char* name);
  std::vector<int> Ints(const char* name);
  // Values that it may leave out.
  int IntOr(const char* name, int otherwise) { return Has(name) ? Int(name) : otherwise; }
  float FloatOr(const char* name, float otherwise) { return Has(name) ? Float(name) : otherwise; }
  // Values that have to be above 0, or at least as large as `least`.
  float PositiveFloat(const char* name);
  int AtLeast(int least, const char* name);

  // Keeps a complaint, unless there is one.
  void Complain(std::string sentence);

 private:
  std::span<const std::byte> bytes_;
  Status status_;
};

}  // namespace litevk
