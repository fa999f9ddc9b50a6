#include "runtime/opset/needed_version.h"

#include "runtime/opset/op_info.h"

namespace litevk {

std::optional<int> NeededVersion(const OpSignature& signature) {
  const OpInfo* info = FindOpInfo(signature.op_code());
  if (info == nullptr) return std::nullopt;
  return info->needed_version(signature);
}

}  // namespace litevk
