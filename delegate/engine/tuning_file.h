// What a tuner found on a device, kept in a file between processes (docs/design/tuning.md).
#pragma once

#include <string>

#include "delegate/lower/choices.h"
#include "runtime/base/status.h"
#include "runtime/vk/device_info.h"

namespace litevk {

class TuningFile {
 public:
  // The file in `folder` for that device and driver with those features in use, and this version of the
  // library.
  TuningFile(const std::string& folder, const vk::DeviceInfo& device, vk::FeatureSet features);

  const std::string& path() const { return path_; }

  // Empty where there is no file. An error says why the one that is there cannot be used.
  Result<Choices> Read() const;
  // Adds to what the file has, as far as that can be read.
  Status Add(const Choices& choices) const;

 private:
  std::string path_;
  std::string made_for_;
};

}  // namespace litevk
