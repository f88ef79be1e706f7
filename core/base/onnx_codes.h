#pragma once
// The codes that an Error of an ONNX file can carry, beside those of error_codes.h.

#include <string_view>

namespace astrolabe::code {

inline constexpr std::string_view bad_onnx = "AST-M110";       ///< not an ONNX model, or cut off
inline constexpr std::string_view unknown_opset = "AST-M111";  ///< operator set of another time
inline constexpr std::string_view onnx_operator =
    "AST-M112";  ///< an operator that can't be planned; its node
inline constexpr std::string_view missing_onnx_data = "AST-M113";  ///< weights in a file that is not there
inline constexpr std::string_view onnx_dimension = "AST-M114";     ///< a dynamic dimension without a size
inline constexpr std::string_view onnx_shape = "AST-M115";  ///< shapes that don't fit together; the node

}  // namespace astrolabe::code
