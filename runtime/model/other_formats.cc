#include "runtime/model/other_formats.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>

namespace litevk::model_check {
namespace {

struct Format {
  std::string_view begin;
  std::string_view description;
};

// Formats that downloads and other tools leave under a model's name.
constexpr std::array kFormats = {
    Format{"PK\x03\x04", "a ZIP archive, as MediaPipe's .task files are: unzip it, the models are inside"},
    Format{"version https://git-lfs", "a pointer of Git LFS: git lfs pull fetches the model"},
    Format{"<!DOCTYPE", "a web page: download the file itself"},
    Format{"<!doctype", "a web page: download the file itself"},
    Format{"<html", "a web page: download the file itself"},
    Format{"\x1f\x8b", "a gzip archive: unpack it"},
    Format{"\x89HDF",
           "an HDF5 file, as Keras writes it: load it with Keras, and convert the model with TensorFlow's "
           "tf.lite.TFLiteConverter.from_keras_model()"},
    Format{"\x93NUMPY", "an array of numpy"},
    Format{"GGUF", "a GGUF file of llama.cpp, which TFLite cannot run"},
};

constexpr std::string_view kOnnx = "an ONNX model: onnx2tf (PyPI) makes a TFLite model of it";
constexpr std::string_view kKeras =
    "a model of Keras 3: load it with Keras, and convert the model with TensorFlow's "
    "tf.lite.TFLiteConverter.from_keras_model()";
constexpr std::string_view kTorch = "a file of PyTorch: litert-torch (PyPI) converts its models to TFLite";
constexpr std::string_view kArrays = "arrays of numpy (.npz)";
constexpr std::string_view kSavedModel =
    "a SavedModel: TensorFlow's tf.lite.TFLiteConverter.from_saved_model() converts its folder to TFLite";
constexpr std::string_view kSafetensors =
    "weights in safetensors, which hold no model: convert the model that they belong to; litert-torch (PyPI) "
    "does it "
    "for PyTorch";
constexpr std::string_view kZeros =
    "only zeros, as a download or a copy that was cut off leaves them: fetch it again";

// Returns the name of a ZIP archive's first file; empty for other data.
std::string_view FirstFileOfZip(std::string_view text) {
  constexpr size_t kLengthAt = 26;
  constexpr size_t kNameAt = 30;
  if (!text.starts_with("PK\x03\x04") || text.size() < kNameAt) return "";
  const size_t length =
      static_cast<uint8_t>(text[kLengthAt]) + size_t{256} * static_cast<uint8_t>(text[kLengthAt + 1]);
  return text.substr(kNameAt, length);
}

std::string_view ArchiveOf(std::string_view text) {
  const std::string_view name = FirstFileOfZip(text);
  if (name == "metadata.json" || name == "config.json") return kKeras;
  if (name.ends_with("/data.pkl") || name.ends_with("/.format_version")) return kTorch;
  return name.ends_with(".npy") ? kArrays : "";
}

// Identifies protobuf messages by their first field: a number for ONNX (ir_version) and SavedModel (a
// version, then graphs). In an ONNX model, another field of the format follows.
std::string_view MessageOf(std::string_view text) {
  constexpr std::string_view kVersion = "\x08";
  constexpr std::string_view kFieldsOfOnnx = "\x12\x1a\x22\x28\x32\x3a\x42\x72\xa2";
  constexpr char kNewestVersion = 64;
  if (text.starts_with("\x08\x01\x12")) return kSavedModel;
  if (!text.starts_with(kVersion) || text.size() < 3) return "";
  const bool is_onnx =
      text[1] > 0 && text[1] < kNewestVersion && kFieldsOfOnnx.find(text[2]) != std::string_view::npos;
  return is_onnx ? kOnnx : "";
}

// True for a length that is followed by a JSON header.
bool IsSafetensors(std::string_view text) {
  uint64_t length = 0;
  if (text.size() <= sizeof(length) || text[sizeof(length)] != '{') return false;
  std::memcpy(&length, text.data(), sizeof(length));
  return length > 0 && length <= text.size() - sizeof(length);
}

std::string_view FormatOf(std::string_view text) {
  constexpr size_t kEnough = 4096;
  for (const std::string_view found : {ArchiveOf(text), MessageOf(text)}) {
    if (!found.empty()) return found;
  }
  if (IsSafetensors(text)) return kSafetensors;
  const auto* const known =
      std::ranges::find_if(kFormats, [&](const Format& format) { return text.starts_with(format.begin); });
  if (known != kFormats.end()) return known->description;
  return text.substr(0, kEnough).find_first_not_of('\0') == std::string_view::npos ? kZeros : "";
}

std::string Told(std::string_view description) {
  return description.empty() ? "" : "; it is " + std::string(description);
}

}  // namespace

std::string OtherFormat(std::span<const std::byte> bytes) {
  return Told(FormatOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

std::string OtherFolder(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool is_saved_model = std::filesystem::exists(path / "saved_model.pb", ignored);
  return Told(is_saved_model ? kSavedModel : "");
}

}  // namespace litevk::model_check
