// Index of an invocation in its workgroup. With PAIRS, lanes of a subgroup exchange values, so the index follows the
// position in the subgroup. Neighbours in x are then neighbours in a subgroup. Vulkan does not say which invocations
// form a subgroup. PAIRS requires full subgroups, which every device that uses these variants has
// (docs/design/stores.md). Include after the layout of the workgroup.
//
// With LANES the workgroup has one dim, and LANES of its invocations make a row of it. The reason is lavapipe: it forms
// subgroups of invocations that differ only in x, so a workgroup with fewer in x would leave lanes idle.
#ifdef PAIRS
#extension GL_KHR_shader_subgroup_basic : require
uint LocalIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
#else
uint LocalIndex() { return gl_LocalInvocationIndex; }
#endif
#ifdef LANES
uint LocalWidth() { return LANES; }
uint LocalHeight() { return gl_WorkGroupSize.x / LANES; }
#else
uint LocalWidth() { return gl_WorkGroupSize.x; }
uint LocalHeight() { return gl_WorkGroupSize.y; }
#endif
#if defined(PAIRS) || defined(LANES)
uint LocalX() { return LocalIndex() % LocalWidth(); }
uint LocalY() { return LocalIndex() / LocalWidth(); }
#else
uint LocalX() { return gl_LocalInvocationID.x; }
uint LocalY() { return gl_LocalInvocationID.y; }
#endif
