// The parameters that the record and the kernel of NumericVerify share.
#pragma once

namespace litevk {

struct NumericVerifyParams {
  float tolerance;  // largest difference without an error, in steps of the quantized tensor
  bool log_if_failed;
};

// Returns true if a difference above the tolerance is an error. Tolerances below 0.1 never give an error.
inline bool EndsTheRun(const NumericVerifyParams& params) {
  return params.log_if_failed && static_cast<double>(params.tolerance) >= 0.1;
}

}  // namespace litevk
