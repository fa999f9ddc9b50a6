/* The one function that a library of custom operators exports. */
#include "atan.h"
#include "litevk/custom_op.h"

LITEVK_CUSTOM_OPS_EXPORT TfLiteStatus LitevkRegisterCustomOps(const LitevkOpRegistrar* registrar);

TfLiteStatus LitevkRegisterCustomOps(const LitevkOpRegistrar* registrar) {
  return registrar->add_custom(registrar, "Atan", &kAtanRegistration, 1, 1);
}
