// Tensors written out, and what they add up to.

#include <fmt/format.h>

#include <limits>

#include "core/model/architecture.h"

namespace astrolabe::model {

namespace {

constexpr std::string_view kExpertMark = "{expert}";

}  // namespace

std::int64_t Tensor::count() const {
  std::int64_t product = copies;
  for (const std::int64_t dimension : shape)
    if (__builtin_mul_overflow(product, dimension, &product)) return std::numeric_limits<std::int64_t>::max();
  return product;
}

std::vector<Tensor> list_tensors(const Architecture& architecture) {
  std::size_t count = 0;
  for (const Tensor& tensor : architecture.tensors) count += static_cast<std::size_t>(tensor.copies);
  std::vector<Tensor> list;
  list.reserve(count);
  const auto& tensors = architecture.tensors;
  for (std::size_t i = 0; i < tensors.size();) {
    const std::size_t mark = tensors[i].name.find(kExpertMark);
    if (mark == std::string::npos) {
      list.push_back(tensors[i++]);
      continue;
    }
    // The weights of one expert stand together: expert 0 with all of its tensors, then expert 1.
    std::size_t end = i;
    while (end < tensors.size() && tensors[end].copies == tensors[i].copies &&
           tensors[end].name.compare(0, mark + kExpertMark.size(), tensors[i].name, 0,
                                     mark + kExpertMark.size()) == 0)
      ++end;
    for (int expert = 0; expert < tensors[i].copies; ++expert)
      for (std::size_t j = i; j < end; ++j) {
        Tensor& tensor = list.emplace_back(tensors[j]);
        tensor.name.replace(mark, kExpertMark.size(), fmt::format_int(expert).str());
        tensor.copies = 1;
      }
    i = end;
  }
  return list;
}

}  // namespace astrolabe::model
