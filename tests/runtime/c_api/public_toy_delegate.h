// A delegate that only uses the public headers: it claims ADD and computes 50 * (a + b).
#pragma once

#include "litevk/custom_op.h"

namespace litevk::test {

class PublicToyDelegate {
 public:
  PublicToyDelegate() {
    delegate_.data_ = this;
    delegate_.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
    delegate_.Prepare = Prepare;
  }
  PublicToyDelegate(const PublicToyDelegate&) = delete;
  PublicToyDelegate& operator=(const PublicToyDelegate&) = delete;

  TfLiteDelegate* get() { return &delegate_; }

  bool fails = false;

 private:
  static TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* delegate) {
    if (static_cast<PublicToyDelegate*>(delegate->data_)->fails) {
      context->ReportError(context, "the toy fails");
      return kTfLiteError;
    }
    TfLiteIntArray* plan = nullptr;
    if (context->GetExecutionPlan(context, &plan) != kTfLiteOk) return kTfLiteError;
    TfLiteIntArray* claimed = LitevkIntArrayCopy(plan);
    claimed->size = 0;
    for (int position = 0; position < plan->size; ++position) {
      TfLiteNode* node = nullptr;
      TfLiteRegistration* registration = nullptr;
      const int index = static_cast<const int*>(plan->data)[position];
      if (context->GetNodeAndRegistration(context, index, &node, &registration) != kTfLiteOk) break;
      if (registration->builtin_code == 0) static_cast<int*>(claimed->data)[claimed->size++] = index;
    }
    TfLiteRegistration kernel = {};
    kernel.prepare = PrepareKernel;
    kernel.invoke = InvokeKernel;
    kernel.custom_name = "PublicToy";
    kernel.version = 1;
    const TfLiteStatus status =
        context->ReplaceNodeSubsetsWithDelegateKernels(context, kernel, claimed, delegate);
    free(claimed);
    return status;
  }

  static TfLiteStatus PrepareKernel(TfLiteContext* context, TfLiteNode* node) {
    return LitevkResizeLike(context, LitevkNodeOutput(context, node, 0), LitevkNodeInput(context, node, 0));
  }

  static TfLiteStatus InvokeKernel(TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor* x = LitevkNodeInput(context, node, 0);
    TfLiteTensor* y = LitevkNodeOutput(context, node, 0);
    const int64_t count = LitevkNumElements(x);
    for (int64_t i = 0; i < count; ++i) y->data.f[i] = 50 * (x->data.f[i] + x->data.f[i]);
    return kTfLiteOk;
  }

  TfLiteDelegate delegate_ = {};
};

}  // namespace litevk::test
