// What MIRROR_PAD's mode means.
#pragma once

#include "runtime/opset/shape_inference.h"

namespace litevk {

// Elements at each end of a dim that the mirror leaves out: REFLECT does not repeat the border.
Result<int> SkippedAtBorder(const ir::ShapeQuery& query);

}  // namespace litevk
