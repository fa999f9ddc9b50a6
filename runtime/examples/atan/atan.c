#include "atan.h"

#include <math.h>
#include <stdlib.h>

#include "litevk/custom_op.h"
#include "litevk/flexbuffer_options.h"

/* What one node keeps. There are no globals: a model may have many nodes, a process many interpreters. */
typedef struct AtanState {
  float offset;
  bool has_offset;
  int first_temporary; /* id of the first of the tensors below; pointers to tensors do not last */
  bool is_row_ready;   /* the offset row has its values */
} AtanState;

enum {
  kShifted,   /* x + offset: used during a run only, so the arena may give its memory to others after it */
  kOffsetRow, /* the offset, repeated for a row of x: made once and kept, as repacked weights would be */
  kTemporaryCount
};

/* Called once per node. A failure is kept for prepare, which can report it. */
static void* AtanInit(TfLiteContext* context, const char* buffer, size_t length) {
  double offset = 0;
  AtanState* state = (AtanState*)calloc(1, sizeof(AtanState));
  if (state == NULL) return NULL;
  state->has_offset = LitevkOptionDouble(buffer, length, "offset", &offset);
  state->offset = (float)offset;
  if (context->AddTensors(context, kTemporaryCount, &state->first_temporary) != kTfLiteOk) {
    free(state);
    return NULL;
  }
  return state;
}

static void AtanFree(TfLiteContext* context, void* user_data) {
  (void)context;
  free(user_data);
}

static TfLiteStatus Refuse(TfLiteContext* context, const char* reason) {
  context->ReportError(context, "Atan: %s", reason);
  return kTfLiteError;
}

static int RowSize(const TfLiteTensor* x) {
  return x->dims->size == 0 ? 1 : x->dims->data[x->dims->size - 1];
}

static TfLiteStatus PrepareTemporaries(TfLiteContext* context, TfLiteNode* node, const AtanState* state) {
  const TfLiteTensor* x = LitevkNodeInput(context, node, 0);
  TfLiteTensor* shifted = NULL;
  TfLiteTensor* row = NULL;
  TfLiteIntArray* row_dims = LitevkIntArrayCreate(1);
  if (row_dims == NULL) return Refuse(context, "no memory for a shape");
  row_dims->data[0] = RowSize(x);
  if (LitevkSetTemporaries(node, state->first_temporary, kTemporaryCount) != kTfLiteOk) {
    free(row_dims);
    return Refuse(context, "no memory for the temporaries' ids");
  }
  shifted = LitevkNodeTemporary(context, node, kShifted);
  shifted->type = kTfLiteFloat32;
  shifted->allocation_type = kTfLiteArenaRw;
  row = LitevkNodeTemporary(context, node, kOffsetRow);
  row->type = kTfLiteFloat32;
  row->allocation_type = kTfLiteArenaRwPersistent;
  if (context->ResizeTensor(context, row, row_dims) != kTfLiteOk) return kTfLiteError;
  return LitevkResizeLike(context, shifted, x);
}

/* Called before the first run and whenever an input's shape changes: every check belongs here, and so do all
 * sizes. Memory comes after it. */
static TfLiteStatus AtanPrepare(TfLiteContext* context, TfLiteNode* node) {
  AtanState* state = (AtanState*)node->user_data;
  const TfLiteTensor* x = LitevkNodeInput(context, node, 0);
  TfLiteTensor* y = LitevkNodeOutput(context, node, 0);
  if (state == NULL) return Refuse(context, "no memory for the node's state");
  if (!state->has_offset) return Refuse(context, "the options have no number 'offset'");
  if (node->inputs->size != 1 || node->outputs->size != 1 || x == NULL || y == NULL) {
    return Refuse(context, "expected one input and one output");
  }
  if (x->type != kTfLiteFloat32 || y->type != kTfLiteFloat32) {
    return Refuse(context, "the input and the output must be float32");
  }
  state->is_row_ready = false;
  if (PrepareTemporaries(context, node, state) != kTfLiteOk) return kTfLiteError;
  return LitevkResizeLike(context, y, x);
}

static void FillRow(AtanState* state, const TfLiteTensor* row) {
  int i = 0;
  for (i = 0; i < row->dims->data[0]; ++i) row->data.f[i] = state->offset;
  state->is_row_ready = true;
}

/* Called for every run: arithmetic alone, without memory of its own. */
static TfLiteStatus AtanInvoke(TfLiteContext* context, TfLiteNode* node) {
  AtanState* state = (AtanState*)node->user_data;
  const TfLiteTensor* x = LitevkNodeInput(context, node, 0);
  const TfLiteTensor* shifted = LitevkNodeTemporary(context, node, kShifted);
  const TfLiteTensor* row = LitevkNodeTemporary(context, node, kOffsetRow);
  TfLiteTensor* y = LitevkNodeOutput(context, node, 0);
  const int64_t count = LitevkNumElements(x);
  const int row_size = RowSize(x);
  int64_t i = 0;
  if (!state->is_row_ready) FillRow(state, row);
  for (i = 0; i < count; ++i) shifted->data.f[i] = x->data.f[i] + row->data.f[i % row_size];
  for (i = 0; i < count; ++i) y->data.f[i] = atanf(shifted->data.f[i]);
  return kTfLiteOk;
}

const TfLiteRegistration kAtanRegistration = {
    .init = AtanInit,
    .free = AtanFree,
    .prepare = AtanPrepare,
    .invoke = AtanInvoke,
    .version = 1,
};
