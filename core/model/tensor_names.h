#pragma once
// Writes the tensors of a described model under the names that its family gives them.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/model/architecture.h"
#include "core/model/layers.h"

namespace astrolabe::model {

/// Appends tensors. The `names` of a family file (resources/models/families/README.md) say what blocks are
/// called; what they leave open is called by its place ("layers.0.mixer.0.query.weight").
class TensorNames {
 public:
  /// `names` and `tensors` outlive this. A vector of a whole multiple of `hidden` may be several norms.
  TensorNames(const Json& names, std::int64_t hidden, std::vector<Tensor>& tensors)
      : m_names(names), m_hidden(hidden), m_tensors(tensors) {}

  /// From here on: what has no name starts with `otherwise`, what has one with the name's prefix; `list` has
  /// the names of norms and single tensors in turn, first that of `stack`, then the family's.
  void begin(Tensor::Part part, std::string otherwise, std::string_view list, const std::string& stack = {});
  /// Layer `layer` of the model, the one of that `number` in `stack`.
  void begin_layer(const std::string& stack, int layer, int number);
  /// Module `module` of multi-token prediction behind `layers` layers.
  void begin_module(int module, int layers);
  /// `group`: where the blocks stand in the layer, for those without a name ("mixer.").
  void write(const BlockList& blocks, std::string_view group = {});
  /// The head where it is stored as another tensor.
  void tied(std::vector<std::int64_t> shape);

 private:
  const Json* find(const std::string& key) const;
  const std::string* next_name();
  void add(std::string name, bool named, const Piece& piece, std::vector<std::int64_t> shape);
  void write_single(const Block& block, const std::string& otherwise);
  void write_named(const Block& block, const Json* table, const std::string& otherwise);

  /// Tensors of a list of blocks as they were written for the first layer that has it.
  struct Written {
    std::size_t first = 0, next = 0;
    std::vector<std::pair<std::string, bool>> names;  ///< without their prefix; the family gave it
  };
  void repeat(const Written& written);

  const Json& m_names;
  std::int64_t m_hidden;
  std::vector<Tensor>& m_tensors;
  Tensor::Part m_part = Tensor::Part::other;
  int m_layer = -1;
  std::string m_stack, m_prefix, m_otherwise;
  const Json* m_list = nullptr;
  std::size_t m_next = 0;
  Written m_now;
  std::map<std::pair<std::string, const BlockList*>, Written> m_known;
};

}  // namespace astrolabe::model
