// A tuner's choices for a device, kept in a file between processes (docs/design/tuning.md).
#pragma once

#include <string>

#include "delegate/lower/choices.h"
#include "runtime/base/status.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk {

class TuningFile {
 public:
  // Names the file in `folder` for the device and driver with these features in use, and this version of the
  // library.
  TuningFile(const std::string& folder, const vk::DeviceInfo& device, vk::FeatureSet features);

  const std::string& path() const { return path_; }

  // Reads the choices; empty if there is no file. An error says why an existing file cannot be used.
  Result<Choices> Read() const;
  // Adds to the choices in the file, as far as they can be read.
  Status Add(const Choices& choices) const;

 private:
  std::string path_;
  std::string made_for_;
};

}  // namespace litevk
