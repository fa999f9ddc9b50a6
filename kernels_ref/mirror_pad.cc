#include "runtime/opset/ops/mirror_pad.h"
#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"

namespace litevk::ref {

static Status MirrorPad(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  StoredInputs inputs(args);
  LITEVK_ASSIGN_OR_RETURN(const Mirror mirror, ResolveMirror(inputs.query()));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  int64_t position = 0;
  for (const int64_t run : mirror.runs) {
    copier.Copy(run * mirror.inner, position, mirror.inner);
    position += mirror.inner;
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(mirror_pad, &MirrorPad)
