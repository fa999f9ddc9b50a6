// The parameters that the record and the kernel of aeq.hadamard_rotation share.
#pragma once

namespace litevk {

struct HadamardRotationParams {
  int size;  // number of values that are transformed together, a power of two
};

}  // namespace litevk
