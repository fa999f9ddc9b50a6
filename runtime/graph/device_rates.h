// Estimated speed of a device, as plain data, for deciding if work is worth delegating. Nothing is refused
// because of these estimates.
#pragma once

#include <algorithm>

namespace litevk::gpu {

// Rates are in 1e9 per second, times in microseconds.
struct DeviceRates {
  double gflops = 0;       // float32 operations of convolutions; a multiply-add counts two
  double gbs = 0;          // bytes that kernels read and write
  double submit_us = 0;    // from submission until the host sees the end, without the work itself
  double dispatch_us = 0;  // per dispatch, with the barrier before it, without its work
  double io_gbs = 0;       // bytes copied between the interpreter's tensors and the device's; 0: used in
                           // place

  // Returns the time of work in one dispatch, without dispatch_us.
  double WorkUs(double flops, double bytes) const {
    constexpr double kPerUs = 1e3;  // per microsecond, at a rate in 1e9 per second
    return std::max(flops / (gflops * kPerUs), bytes / (gbs * kPerUs));
  }
};

}  // namespace litevk::gpu
