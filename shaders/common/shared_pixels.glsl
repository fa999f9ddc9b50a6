// Distributes the pixels of a tile, or the tiles of pixels, over invocations. An invocation loads number kSharers * i + SELF at
// index i, and PIXEL(values, p) is the value for number p. With SHARED_PIXELS the eight lanes of a subgroup exchange values
// (docs/design/loads.md). A tile has at most kMaxTile pixels, of which an invocation loads kMaxOwn.
#ifdef SHARED_PIXELS
#extension GL_KHR_shader_subgroup_shuffle : require
const uint kSharers = 8;
const uint kMaxTile = 32;
#define SELF gl_SubgroupInvocationID
#define PIXEL(values, p) subgroupShuffle(values[(p) / kSharers], (p) % kSharers)
#else
const uint kSharers = 1;
const uint kMaxTile = 8;
#define SELF 0
#define PIXEL(values, p) values[p]
#endif
const uint kMaxOwn = kMaxTile / kSharers;
