#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

#include "kernels_ref/support/fourier.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {
namespace {

struct Image {
  int64_t rows = 0;
  int64_t columns = 0;
};

// Transforms the rows of one image, cropped or padded with zeros, and keeps of each the half that is stored.
std::vector<Complex> TransformRows(const float* input, Image given, Image wanted, int64_t length) {
  std::vector<Complex> spectrum(static_cast<size_t>(wanted.rows * wanted.columns));
  const int64_t taken = std::min(given.columns, length);
  for (int64_t row = 0; row < std::min(given.rows, wanted.rows); ++row) {
    std::vector<Complex> values(static_cast<size_t>(length));
    std::copy_n(input + row * given.columns, taken, values.begin());
    FourierTransform(values);
    std::copy_n(values.begin(), wanted.columns, spectrum.begin() + row * wanted.columns);
  }
  return spectrum;
}

void TransformColumns(Image image, std::vector<Complex>& spectrum) {
  std::vector<Complex> values(static_cast<size_t>(image.rows));
  for (int64_t column = 0; column < image.columns; ++column) {
    const auto at = [&](int64_t row) { return static_cast<size_t>(row * image.columns + column); };
    for (int64_t row = 0; row < image.rows; ++row) values[static_cast<size_t>(row)] = spectrum[at(row)];
    FourierTransform(values);
    for (int64_t row = 0; row < image.rows; ++row) spectrum[at(row)] = values[static_cast<size_t>(row)];
  }
}

// Gives the numbers that are real by symmetry TFLite's imaginary part, -0. By its sign ATAN2 of a negative
// one is -pi.
void MakeReal(Image image, int64_t length, std::vector<Complex>& spectrum) {
  for (const int64_t row : {int64_t{0}, image.rows / 2}) {
    for (const int64_t column : {int64_t{0}, length / 2}) {
      spectrum[static_cast<size_t>(row * image.columns + column)].imag(-0.0);
    }
  }
}

}  // namespace

// Computes in double precision, as TFLite does.
static Status Rfft2d(const KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const ir::Shape& output_dims = args.outputs[0].dims();
  const int rank = dims.rank();
  const Image given = {dims[rank - 2], dims[rank - 1]};
  const Image wanted = {output_dims[rank - 2], output_dims[rank - 1]};
  const int64_t length = args.inputs[1].data<int32_t>()[1];
  const float* input = args.inputs[0].data<float>();
  auto* output = args.outputs[0].data<std::complex<float>>();
  for (int64_t image = 0; image < ir::CountBetween(dims, 0, rank - 2); ++image) {
    std::vector<Complex> spectrum =
        TransformRows(input + image * given.rows * given.columns, given, wanted, length);
    TransformColumns(wanted, spectrum);
    MakeReal(wanted, length, spectrum);
    output = std::ranges::transform(spectrum, output, [](Complex value) {
               return std::complex<float>(value);
             }).out;
  }
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(rfft2d, &Rfft2d)
