#include "runtime/model/other_formats.h"

#include <array>
#include <string_view>

namespace litevk::model_check {
namespace {

struct Format {
  std::string_view begin;
  std::string_view sentence;
};

// What downloads and other tools leave under a model's name.
constexpr std::array kFormats = {
    Format{"PK\x03\x04", "a ZIP archive, as MediaPipe's .task files are: unzip it, the models are inside"},
    Format{"version https://git-lfs", "a pointer of Git LFS: git lfs pull fetches the model"},
    Format{"<!DOCTYPE", "a web page: download the file itself"},
    Format{"<!doctype", "a web page: download the file itself"},
    Format{"<html", "a web page: download the file itself"},
    Format{"\x1f\x8b", "a gzip archive: unpack it"},
    Format{"\x89HDF", "an HDF5 file, as Keras writes it: TensorFlow's TFLiteConverter makes a model of it"},
    Format{"\x93NUMPY", "an array of numpy"},
};

}  // namespace

std::string OtherFormat(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Format& format : kFormats) {
    if (text.starts_with(format.begin)) return "; it is " + std::string(format.sentence);
  }
  return "";
}

}  // namespace litevk::model_check
