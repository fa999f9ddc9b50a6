// The patterns of several nodes that become one dispatch, each in a file of its own (delegate/fuse/fusion.h).
#pragma once

#include "delegate/fuse/fusion.h"

namespace litevk {

extern const Fusion kLayerNormalization;  // layer_normalization.cc
extern const Fusion kRmsNormalization;
extern const Fusion kTanhGelu;        // gelu_chain.cc
extern const Fusion kSwish;           // swish.cc
extern const Fusion kQuantizedSwish;  // quantized_swish.cc
extern const Fusion kQuantizedLayerNormalization;

}  // namespace litevk
