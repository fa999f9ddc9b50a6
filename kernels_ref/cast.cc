#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/load_element.h"
#include "runtime/opset/dispatch.h"

namespace litevk::ref {
namespace {

// Truncates the fraction. Values outside the integer type's range saturate, and NaN gives its largest value.
template <typename To, typename From>
To Saturated(From value) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(value) || value >= std::ldexp(From{1}, Limits::digits)) return Limits::max();
  if (value <= static_cast<From>(Limits::lowest())) return Limits::lowest();
  return static_cast<To>(value);
}

template <typename T>
inline constexpr bool kIsSmallFloat = std::is_same_v<T, Eigen::half> || std::is_same_v<T, Eigen::bfloat16>;

// Converts float16 and bfloat16 by way of float32. Integers lose their upper bits.
template <typename To, typename From>
To Converted(From value) {
  if constexpr (kIsSmallFloat<From>) {
    return Converted<To>(static_cast<float>(value));
  } else if constexpr (kIsSmallFloat<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> &&
                       !std::is_same_v<To, bool>) {
    return Saturated<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <typename Fn>
Status ForAnyType(ir::DataType type, Fn fn) {
  return ForType<float, double, Eigen::half, Eigen::bfloat16, int8_t, uint8_t, int16_t, uint16_t, int32_t,
                 uint32_t, int64_t, uint64_t, bool>(type, fn);
}

// Saturates the elements to the range of the output's packed type.
Status Saturate(const MutableView& output) {
  const ir::IntegerRange range = ir::RangeOf(output.type());
  const int64_t count = output.dims().NumElements();
  return ForType<int8_t, uint8_t>(ir::UnpackedType(output.type()), [&]<typename T>(T) {
    T* integers = output.data<T>();
    for (int64_t index = 0; index < count; ++index) {
      integers[index] = static_cast<T>(std::clamp<int64_t>(integers[index], range.lowest, range.highest));
    }
    return Status();
  });
}

}  // namespace

static Status Cast(const KernelArgs& args) {
  const MutableView& output = args.outputs[0];
  const int64_t count = output.dims().NumElements();
  LITEVK_RETURN_IF_ERROR(ForAnyType(ir::UnpackedType(args.inputs[0].type()), [&]<typename From>(From) {
    return ForAnyType(ir::UnpackedType(output.type()), [&]<typename To>(To) {
      const From* input = args.inputs[0].data<From>();
      for (int64_t index = 0; index < count; ++index)
        output.data<To>()[index] = Converted<To>(LoadElement(input, index));
      return Status();
    });
  }));
  return ir::PackedBits(output.type()) > 0 ? Saturate(output) : Status();
}

// Drops the imaginary part of complex numbers.
static Status CastFromComplex(const KernelArgs& args) {
  const int64_t count = args.outputs[0].dims().NumElements();
  const auto* input = args.inputs[0].data<std::complex<float>>();
  return ForAnyType(args.outputs[0].type(), [&]<typename To>(To) {
    To* output = args.outputs[0].data<To>();
    for (int64_t index = 0; index < count; ++index) output[index] = Converted<To>(input[index].real());
    return Status();
  });
}

static Status CastToComplex(const KernelArgs& args) {
  if (args.inputs[0].type() == ir::DataType::kComplex64) return CopyInput(args);
  const int64_t count = args.outputs[0].dims().NumElements();
  auto* output = args.outputs[0].data<std::complex<float>>();
  return ForAnyType(args.inputs[0].type(), [&]<typename From>(From) {
    const From* input = args.inputs[0].data<From>();
    for (int64_t index = 0; index < count; ++index)
      output[index] = Converted<float>(LoadElement(input, index));
    return Status();
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(cast, {{"plain", &Cast},
                         {"from complex64", &CastFromComplex},
                         {"to complex64", &CastToComplex},
                         {"to packed", &Cast},
                         {"from packed", &Cast}})
