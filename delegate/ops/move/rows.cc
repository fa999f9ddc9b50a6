#include "delegate/ops/move/rows.h"

#include "delegate/ops/move/strided.h"

namespace litevk {

void JoinRows(Lowering& lowering, int64_t rows) {
  const NodeView& view = lowering.view();
  const int64_t pitch = lowering.output_dims().NumElements() / rows;
  int64_t offset = 0;
  for (int i = 0; i < view.input_count(); ++i) {
    const int64_t row = view.input(i).dims.NumElements() / rows;
    EmitCopy(lowering, lowering.Input(i),
             {.source = {{.size = rows, .stride = row}, {.size = row, .stride = 1}},
              .result_pitch = pitch,
              .result_offset = offset});
    offset += row;
  }
}

void SplitRows(Lowering& lowering, int input, int64_t rows) {
  const NodeView& view = lowering.view();
  const int64_t pitch = view.input(input).dims.NumElements() / rows;
  int64_t offset = 0;
  for (int i = 0; i < view.output_count(); ++i) {
    const int64_t row = view.output(i).dims.NumElements() / rows;
    EmitCopy(lowering, lowering.Input(input),
             {.source = {{.size = rows, .stride = pitch}, {.size = row, .stride = 1}},
              .source_offset = offset,
              .output = i});
    offset += row;
  }
}

}  // namespace litevk
