// Compiled modules of variants.comp.
#pragma once

#include <cstdint>

namespace litevk::test {

inline constexpr uint32_t kScaleModule[] = {
#include "scale.spv.inc"
};
inline constexpr uint32_t kTwoInputsModule[] = {
#include "two_inputs.spv.inc"
};
inline constexpr uint32_t kGapModule[] = {
#include "gap.spv.inc"
};
inline constexpr uint32_t kUniformModule[] = {
#include "uniform.spv.inc"
};
inline constexpr uint32_t kSetModule[] = {
#include "set.spv.inc"
};
inline constexpr uint32_t kReadonlyModule[] = {
#include "readonly.spv.inc"
};
inline constexpr uint32_t kFloat64Module[] = {
#include "float64.spv.inc"
};
inline constexpr uint32_t kLargeGroupModule[] = {
#include "large_group.spv.inc"
};
inline constexpr uint32_t kWordsModule[] = {
#include "words.spv.inc"
};
inline constexpr uint32_t kBytesModule[] = {
#include "bytes.spv.inc"
};
inline constexpr uint32_t kSubgroupsModule[] = {
#include "subgroups.spv.inc"
};
inline constexpr uint32_t kSharedModule[] = {
#include "shared.spv.inc"
};
inline constexpr uint32_t kLongPushModule[] = {
#include "long_push.spv.inc"
};
inline constexpr uint32_t kHalvesModule[] = {
#include "halves.spv.inc"
};
inline constexpr uint32_t kOldModule[] = {
#include "old.spv.inc"
};
inline constexpr uint32_t kNewModule[] = {
#include "new.spv.inc"
};

}  // namespace litevk::test
