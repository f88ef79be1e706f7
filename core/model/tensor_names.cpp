#include "core/model/tensor_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/text.h"

namespace astrolabe::model {

namespace {

constexpr std::string_view kExpert = "{expert}.";

/// "experts.{expert}.up.weight" as the part of a block that a family names and its ending.
std::pair<std::string, std::string> part_and_ending(const std::string& name) {
  std::string part = name, ending;
  for (const std::string_view known : {".weight", ".bias"})
    if (part.ends_with(known)) {
      ending = known;
      part.resize(part.size() - known.size());
    }
  if (const auto mark = part.find(kExpert); mark != std::string::npos) part.erase(mark, kExpert.size());
  return {std::move(part), std::move(ending)};
}

bool is_single(BlockKind kind) {
  return kind == BlockKind::norm || kind == BlockKind::matrix || kind == BlockKind::vector ||
         kind == BlockKind::embedding;
}

std::string table_of(const Block& block) {
  if (block.cross) return "cross";
  return block.kind == BlockKind::latent_attention ? "attention" : lower(to_text(block.kind));
}

struct TableEntry {
  std::vector<std::string> parts;  ///< stored as one, outputs after outputs
  std::string name;                ///< with its ending
};

/// What a table calls `part`: "up" names its weight and its bias, "up.bias" the one of them.
std::optional<TableEntry> entry_of(const Json* table, const std::string& part, const std::string& ending) {
  if (table == nullptr) return {};
  std::optional<TableEntry> entry;
  for (const auto& [key, given] : table->items()) {
    const auto [whole, key_ending] = part_and_ending(key);
    std::vector<std::string> parts = split(whole, '+');
    if (parts.front() != part || (!key_ending.empty() && key_ending != ending)) continue;
    auto name = given.get<std::string>();
    if (key_ending.empty()) {
      if (entry) continue;
      name.insert(name.ends_with("^T") ? name.size() - 2 : name.size(), ending);
    }
    entry = TableEntry{std::move(parts), std::move(name)};
  }
  return entry;
}

/// The name with the number in the place of "{}".
std::string numbered(const std::string& name, int number) {
  const auto mark = name.find("{}");
  return mark == std::string::npos ? name
                                   : name.substr(0, mark) + std::to_string(number) + name.substr(mark + 2);
}

}  // namespace

const Json* TensorNames::find(const std::string& key) const {
  if (!m_names.is_object()) return nullptr;
  if (const auto own = m_names.find(m_stack); own != m_names.end())
    if (const auto found = own->find(key); found != own->end()) return &*found;
  const auto found = m_names.find(key);
  return found == m_names.end() ? nullptr : &*found;
}

void TensorNames::begin(Tensor::Part part, std::string otherwise, std::string_view list,
                        const std::string& stack) {
  m_part = part;
  m_layer = -1;
  m_stack = stack;
  m_prefix.clear();
  m_otherwise = std::move(otherwise);
  m_list = find(std::string(list));
  m_next = 0;
}

void TensorNames::begin_layer(const std::string& stack, int layer, int number) {
  begin(Tensor::Part::layer, fmt::format("layers.{}.", layer), "norms", stack);
  m_layer = layer;
  if (const Json* prefix = find("layer")) m_prefix = numbered(prefix->get<std::string>(), number);
}

void TensorNames::begin_module(int module, int layers) {
  begin(Tensor::Part::mtp, fmt::format("mtp.{}.", module), "mtp");
  if (const Json* prefix = find("layer")) m_prefix = numbered(prefix->get<std::string>(), layers + module);
}

const std::string* TensorNames::next_name() {
  if (m_list == nullptr || m_next >= m_list->size()) return nullptr;
  return (*m_list)[m_next++].get_ptr<const std::string*>();
}

void TensorNames::add(std::string name, bool named, const Piece& piece, std::vector<std::int64_t> shape) {
  Tensor tensor;
  tensor.part = m_part;
  tensor.layer = m_layer;
  tensor.split = piece.split || piece.use == Piece::Use::lookup;
  tensor.expert = piece.expert;
  tensor.copies = piece.copies;
  if (name.ends_with("^T")) {  // stored as [inputs, outputs]
    name.resize(name.size() - 2);
    if (shape.size() > 1) std::swap(shape.end()[-1], shape.end()[-2]);
  }
  if (piece.copies > 1 && name.find("{expert}") == std::string::npos) {  // all experts in one tensor
    shape.insert(shape.begin(), piece.copies);
    tensor.copies = 1;
  }
  tensor.name = (named ? m_prefix : m_otherwise) + name;
  m_now.names.emplace_back(std::move(name), named);
  tensor.shape = std::move(shape);
  m_tensors.push_back(std::move(tensor));
}

void TensorNames::tied(std::vector<std::int64_t> shape) {
  const bool named = m_list != nullptr && !m_list->empty();
  Piece piece;
  piece.split = true;
  add(named ? m_list->back().get<std::string>() : "tied.weight", named, piece, std::move(shape));
  m_tensors.back().tied = true;
}

/// A norm, a table, a matrix or a vector of its own. What is several norms in one takes several names.
void TensorNames::write_single(const Block& block, const std::string& otherwise) {
  if (block.pieces.empty()) return;
  const std::vector<std::int64_t>& shape = block.pieces.front().shape;
  const std::int64_t left =
      m_list == nullptr ? 0 : static_cast<std::int64_t>(m_list->size()) - static_cast<std::int64_t>(m_next);
  const bool several = shape.size() == 1 && m_hidden > 0 && shape.front() % m_hidden == 0 &&
                       shape.front() > m_hidden && shape.front() / m_hidden <= left;
  for (std::int64_t at = 0; at < (several ? shape.front() / m_hidden : 1); ++at) {
    const std::string* name = next_name();
    for (const Piece& piece : block.pieces) {
      const std::string ending = block.kind == BlockKind::norm ? part_and_ending(piece.name).second : "";
      add(name != nullptr ? *name + ending : otherwise + piece.name, name != nullptr, piece,
          several ? std::vector{m_hidden} : piece.shape);
    }
  }
}

/// A block of several parts; those that the table names together are one tensor.
void TensorNames::write_named(const Block& block, const Json* table, const std::string& otherwise) {
  std::vector<bool> written(block.pieces.size(), false);
  for (std::size_t i = 0; i < block.pieces.size(); ++i) {
    const Piece& piece = block.pieces[i];
    if (written[i] || piece.use == Piece::Use::buffer) continue;
    const auto [part, ending] = part_and_ending(piece.name);
    std::vector<std::int64_t> shape = piece.shape;
    std::string name = otherwise + piece.name;
    const auto found = entry_of(table, part, ending);
    if (found) {
      name = found->name;
      for (std::size_t j = i + 1; j < block.pieces.size(); ++j) {
        const auto [other, other_ending] = part_and_ending(block.pieces[j].name);
        if (other_ending != ending ||
            std::find(found->parts.begin(), found->parts.end(), other) == found->parts.end())
          continue;
        shape.front() += block.pieces[j].shape.front();
        written[j] = true;
      }
    }
    add(std::move(name), found.has_value(), piece, std::move(shape));
  }
}

void TensorNames::repeat(const Written& written) {
  for (std::size_t i = 0; i < written.names.size(); ++i) {
    Tensor tensor = m_tensors[written.first + i];
    const auto& [name, named] = written.names[i];
    tensor.layer = m_layer;
    tensor.name = (named ? m_prefix : m_otherwise) + name;
    m_tensors.push_back(std::move(tensor));
  }
  m_next = written.next;
}

void TensorNames::write(const BlockList& blocks, std::string_view group) {
  const std::pair key{m_stack, &blocks};
  if (m_layer >= 0)
    if (const auto known = m_known.find(key); known != m_known.end()) return repeat(known->second);
  m_now = {m_tensors.size(), 0, {}};
  int number = 0;
  for (const Block& block : blocks) {
    const std::string otherwise = fmt::format("{}{}.", group, number++);
    if (is_single(block.kind))
      write_single(block, otherwise);
    else if (block.kind != BlockKind::buffer)
      write_named(block, find(table_of(block)), otherwise);
  }
  m_now.next = m_next;
  if (m_layer >= 0) m_known.emplace(key, std::move(m_now));  // layers that are alike share their blocks
}

}  // namespace astrolabe::model
