// How fast a device is, as plain data: what deciding whether work is worth giving to it needs. Estimates,
// never limits: nothing fits or fails by them.
#pragma once

namespace litevk::gpu {

// Rates are in 1e9 a second, times in microseconds.
struct DeviceRates {
  double gflops = 0;       // float32 operations of convolutions; a multiply-add counts two
  double gbs = 0;          // bytes that kernels read and write
  double submit_us = 0;    // from handing work over until the host has seen its end, without the work
  double dispatch_us = 0;  // of each dispatch, with the barrier before it, without its work
  double io_gbs = 0;       // bytes between the interpreter's tensors and the device's; 0: used in place
};

}  // namespace litevk::gpu
