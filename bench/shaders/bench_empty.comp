#version 450
// An empty dispatch, for its overhead: `writes` is 0, which no compiler knows.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(set = 0, binding = 0) writeonly buffer Result { float result[]; };
layout(push_constant) uniform Push { uint writes; };

void main() {
  if (writes != 0) result[0] = 1.0;
}
