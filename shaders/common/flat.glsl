// A one-dimensional dispatch that may exceed the limit on the x count of workgroups: the host (FlatGroups) folds it
// into x and y. Workgroups are one-dimensional. This file declares the layout because gl_WorkGroupSize is 1 until it is
// declared.
layout(local_size_x_id = 0) in;
#include "common/local_index.glsl"

uint FlatWorkgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint FlatInvocation() { return FlatWorkgroup() * gl_WorkGroupSize.x + LocalX(); }
