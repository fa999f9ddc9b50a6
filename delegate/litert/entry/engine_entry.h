// The symbols of liblitevk.so by which the accelerator's library and the Python package give it to LiteRT.
#pragma once

#include <stddef.h>

#include "delegate/include/litevk/litevk_delegate.h"
#include "runtime/litert/accelerator.h"

// Functions behind LiteRT's definition of an accelerator. They throw nothing.
struct LitevkLiteRtEngine {
  // The accelerator's create_delegate, without the accelerator.
  litevk::litert::Status (*create_delegate)(const void* runtime, void* environment, void* options,
                                            void** wrapper);
  const litevk::litert::BufferHandlers* buffers;
};

extern "C" {

// Returns the functions, which live as long as the process.
LITEVK_EXPORT const LitevkLiteRtEngine* LitevkGetLiteRtEngine();

// Sets the options of environments whose runtime folder is written like `folder`. Pairs are as in
// tflite_plugin_create_delegate; `report_error` is called with a diagnostic if 1 is returned in place of 0.
LITEVK_EXPORT int LitevkSetLiteRtOptions(const char* folder, const char* const* keys,
                                         const char* const* values, size_t count,
                                         void (*report_error)(const char*));
}
