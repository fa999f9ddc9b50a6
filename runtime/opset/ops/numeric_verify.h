// What the record and the kernel of NumericVerify share.
#pragma once

namespace litevk {

struct NumericVerifyParams {
  float tolerance;  // of a difference that ends the run, in steps of the quantized tensor
  bool log_if_failed;
};

// Returns whether a difference above the tolerance is an error; below 0.1 nothing is.
inline bool EndsTheRun(const NumericVerifyParams& params) {
  return params.log_if_failed && static_cast<double>(params.tolerance) >= 0.1;
}

}  // namespace litevk
