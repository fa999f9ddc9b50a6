#include "runtime/vk/device_rates.h"

namespace litevk::vk {
namespace {

// Rates by device type. docs/design/partitions.md has the source and the date of each figure.
struct Row {
  DeviceType type;
  double gflops;
  double gbs;
  double submit_us;
  double dispatch_us;
  double copy_gbs;  // host copies, to memory that the device uses
  double bus_gbs;   // device copies, between that and the device's own memory
};

constexpr Row kRows[] = {
    {DeviceType::kOther, 200, 20, 150, 10, 8, 8},    {DeviceType::kIntegrated, 200, 20, 100, 10, 8, 8},
    {DeviceType::kDiscrete, 2000, 200, 60, 5, 8, 8}, {DeviceType::kVirtual, 200, 20, 300, 10, 4, 4},
    {DeviceType::kCpu, 20, 2.5, 30, 30, 8, 8},
};

const Row& RowOf(DeviceType type) {
  for (const Row& row : kRows) {
    if (row.type == type) return row;
  }
  return kRows[0];
}

// Returns the rate of two copies one after the other.
double InTurn(double first_gbs, double second_gbs) { return 1 / (1 / first_gbs + 1 / second_gbs); }

}  // namespace

gpu::DeviceRates RatesOf(DeviceType type, IoPath path) {
  const Row& row = RowOf(type);
  gpu::DeviceRates rates = {
      .gflops = row.gflops, .gbs = row.gbs, .submit_us = row.submit_us, .dispatch_us = row.dispatch_us};
  if (path == IoPath::kMapped) rates.io_gbs = row.copy_gbs;
  if (path == IoPath::kStaged) rates.io_gbs = InTurn(row.copy_gbs, row.bus_gbs);
  return rates;
}

}  // namespace litevk::vk
