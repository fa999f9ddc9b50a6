// The symbol of liblitevk.so by which a program brings operators of its own.
#include <algorithm>
#include <string_view>

#include "delegate/engine/gpu_op_library.h"
#include "delegate/include/litevk/litevk_gpu_op.h"
#include "runtime/platform/guard.h"

namespace {

int Refuse(std::string_view reason, char* message) {
  if (message == nullptr) return 1;
  const size_t length = std::min<size_t>(reason.size(), LITEVK_GPU_MESSAGE_BYTES - 1);
  reason.copy(message, length);
  message[length] = '\0';
  return 1;
}

}  // namespace

int LitevkAddGpuOp(const LitevkGpuOp* op, char* message) {
  if (op == nullptr) return Refuse("expected an operator's description, found a null pointer", message);
  return litevk::Guard(
      [&] {
        const litevk::Status status = litevk::AddProcessGpuOp(*op);
        return status.ok() ? 0 : Refuse(status.message(), message);
      },
      [&](const char* what) { return Refuse(what, message); });
}
