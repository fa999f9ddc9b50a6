#include "onnx/common/known.h"

namespace litevk::to_onnx {

Status RefuseUnknown(NodeWriter& /*node*/) {
  return Unsupported("it depends on values that only a run computes");
}

}  // namespace litevk::to_onnx
