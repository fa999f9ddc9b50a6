// Codes of the builtin operators (the tflite::BuiltinOperator enumeration of the model format) that
// the project names. Values: LiteRT tflite/builtin_ops.h, August 2026.
#pragma once

namespace litevk::abi {

enum TfLiteBuiltinOperator : int {
  kTfLiteBuiltinAdd = 0,
  kTfLiteBuiltinAveragePool2d = 1,
  kTfLiteBuiltinConcatenation = 2,
  kTfLiteBuiltinConv2d = 3,
  kTfLiteBuiltinDepthwiseConv2d = 4,
  kTfLiteBuiltinDepthToSpace = 5,
  kTfLiteBuiltinDequantize = 6,
  kTfLiteBuiltinFullyConnected = 9,
  kTfLiteBuiltinLogistic = 14,
  kTfLiteBuiltinMaxPool2d = 17,
  kTfLiteBuiltinMul = 18,
  kTfLiteBuiltinRelu = 19,
  kTfLiteBuiltinReluN1To1 = 20,
  kTfLiteBuiltinRelu6 = 21,
  kTfLiteBuiltinReshape = 22,
  kTfLiteBuiltinResizeBilinear = 23,
  kTfLiteBuiltinSoftmax = 25,
  kTfLiteBuiltinSpaceToDepth = 26,
  kTfLiteBuiltinTanh = 28,
  kTfLiteBuiltinCall = 31,
  kTfLiteBuiltinCustom = 32,
  kTfLiteBuiltinPad = 34,
  kTfLiteBuiltinMean = 40,
  kTfLiteBuiltinSub = 41,
  kTfLiteBuiltinDiv = 42,
  kTfLiteBuiltinStridedSlice = 45,
  kTfLiteBuiltinExp = 47,
  kTfLiteBuiltinDelegate = 51,
  kTfLiteBuiltinPrelu = 54,
  kTfLiteBuiltinMaximum = 55,
  kTfLiteBuiltinMinimum = 57,
  kTfLiteBuiltinTransposeConv = 67,
  kTfLiteBuiltinSin = 66,
  kTfLiteBuiltinLeakyRelu = 98,
  kTfLiteBuiltinHardSwish = 117,
  kTfLiteBuiltinIf = 118,
  kTfLiteBuiltinWhile = 119,
  kTfLiteBuiltinDensify = 124,
  kTfLiteBuiltinCallOnce = 129,
};

}  // namespace litevk::abi
