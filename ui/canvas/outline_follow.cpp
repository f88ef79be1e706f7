// How the rows of the outline follow the plan: those that stay are kept, with what is open, selected or
// current.
#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ui/canvas/link_item.h"
#include "ui/canvas/outline_model.h"

namespace astrolabe::ui {

/// The rows as the plan would have them: racks, pools that stand in none, links, notes.
std::unique_ptr<OutlineModel::Node> OutlineModel::wantedRows() const {
  const plan::Plan& plan = m_document.plan();
  const std::vector<hardware::PoolSpec>& pools = plan.cluster.pools;
  auto root = std::make_unique<Node>();
  std::set<Key> seen;  // a name that stands twice in a plan has one row
  const auto add = [&](Node& to, Kind kind, const std::string& id, std::size_t place) -> Node* {
    if (!seen.insert({kind, id}).second) return nullptr;
    auto node = std::make_unique<Node>();
    node->kind = kind;
    node->id = id;
    node->place = place;
    to.rows.push_back(std::move(node));
    return to.rows.back().get();
  };
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < pools.size(); ++i) places.emplace(pools[i].id, i);
  for (std::size_t i = 0; i < plan.racks.size(); ++i) {
    Node* rack = add(*root, Kind::Rack, plan.racks[i].name, i);
    if (rack == nullptr) continue;
    for (const std::string& pool : plan.racks[i].pools)
      if (const auto found = places.find(pool); found != places.end())
        add(*rack, Kind::Pool, pool, found->second);
  }
  for (std::size_t i = 0; i < pools.size(); ++i) add(*root, Kind::Pool, pools[i].id, i);
  if (!m_shown.places.empty() || m_shown.bundled > 0) {
    Node* networks = add(*root, Kind::Networks, {}, 0);
    for (const std::size_t place : m_shown.places) {
      const hardware::BetweenPools& link = plan.cluster.between_pools[place];
      add(*networks, Kind::Link, linkId(link.a, link.b), place);
    }
    if (m_shown.bundled > 0) add(*networks, Kind::Bundle, {}, 0);
  }
  if (!plan.notes.empty()) {
    Node* notes = add(*root, Kind::Notes, {}, 0);
    for (std::size_t i = 0; i < plan.notes.size(); ++i) add(*notes, Kind::Note, plan.notes[i].id, i);
  }
  root->number();
  for (const auto& branch : root->rows) branch->number();
  return root;
}

/// Renamed rows first, for they stay; then new branches, rows that stand elsewhere now, those that go and
/// those that come.
void OutlineModel::follow() {
  m_shown = shownLinks(m_document.plan().cluster, m_document.catalogue());
  const std::unique_ptr<Node> wanted = wantedRows();
  Wanted all;
  for (const auto& row : wanted->rows) {
    all[row->key()] = row.get();
    for (const auto& below : row->rows) all[below->key()] = below.get();
  }
  emit aboutToFollow();
  const bool renamed = renameRows(*m_root, *wanted, all);
  addBranches(*wanted);
  arrange(*wanted, all);
  removeGone(*m_root, all);
  addRows(*m_root, *wanted);
  for (const auto& [key, node] : m_nodes) node->place = all.at(key)->place;
  const auto changed = [this](const Node& branch) {
    if (!branch.rows.empty())
      emit dataChanged(indexOf(*branch.rows.front()), indexOf(*branch.rows.back(), kColumns - 1));
  };
  changed(*m_root);
  for (const auto& row : m_root->rows) changed(*row);
  const hardware::CostBasis basis = m_document.plan().job.cost.basis;
  if (std::exchange(m_basis, basis) != basis) emit headerDataChanged(Qt::Horizontal, Price, Price);
  emit followed(renamed);
}

/// A row whose name is gone, where one of the same kind comes that nobody knew, is that one.
bool OutlineModel::renameRows(Node& mine, const Node& wanted, const Wanted& all) {
  bool any = false;
  if (mine.rows.size() == wanted.rows.size())
    for (std::size_t i = 0; i < mine.rows.size(); ++i) {
      Node& was = *mine.rows[i];
      const Node& now = *wanted.rows[i];
      if (was.kind != now.kind || all.contains(was.key()) || m_nodes.contains(now.key())) continue;
      m_nodes.erase(was.key());
      was.id = now.id;
      m_nodes[was.key()] = &was;
      any = true;
    }
  for (const auto& row : mine.rows)
    if (const auto found = all.find(row->key()); row->isBranch() && found != all.end())
      any |= renameRows(*row, *found->second, all);
  return any;
}

/// Without their rows, which may stand elsewhere yet.
void OutlineModel::addBranches(const Node& wanted) {
  for (const auto& branch : wanted.rows) {
    if (!branch->isBranch() || m_nodes.contains(branch->key())) continue;
    const int last = static_cast<int>(m_root->rows.size());
    beginInsertRows({}, last, last);
    auto node = std::make_unique<Node>();
    node->kind = branch->kind;
    node->id = branch->id;
    m_nodes[node->key()] = node.get();
    m_root->rows.push_back(std::move(node));
    m_root->number();
    endInsertRows();
  }
}

/// Rows that stay go into the branch and the order that the plan has them in; those that go stand behind
/// them.
void OutlineModel::arrange(const Node& wanted, const Wanted& all) {
  std::vector<std::pair<Node*, std::vector<Node*>>> order;
  bool same = true;
  const auto note = [&](Node& mine, const Node& like) {
    std::vector<Node*> stays, stood;
    for (const auto& row : like.rows)
      if (const auto found = m_nodes.find(row->key()); found != m_nodes.end()) stays.push_back(found->second);
    for (const auto& row : mine.rows)
      if (all.contains(row->key())) stood.push_back(row.get());
    same = same && stays == stood;
    order.emplace_back(&mine, std::move(stays));
  };
  note(*m_root, wanted);
  for (const auto& branch : wanted.rows)
    if (branch->isBranch()) note(*m_nodes.at(branch->key()), *branch);
  if (same) return;
  emit layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  std::map<Node*, std::unique_ptr<Node>> loose;
  const auto loosen = [&](Node& branch) {
    for (std::unique_ptr<Node>& row : branch.rows)
      if (all.contains(row->key())) {
        Node* const held = row.get();
        loose[held] = std::move(row);
      }
    std::erase(branch.rows, nullptr);
  };
  for (const auto& row : m_root->rows) loosen(*row);
  loosen(*m_root);
  for (auto& [branch, stays] : order) {
    std::vector<std::unique_ptr<Node>> rows;
    for (Node* node : stays) rows.push_back(std::move(loose.at(node)));
    std::move(branch->rows.begin(), branch->rows.end(), std::back_inserter(rows));
    branch->rows = std::move(rows);
  }
  m_root->number();
  for (const auto& row : m_root->rows) row->number();
  QModelIndexList after;
  for (const QModelIndex& index : before) after << indexOf(*nodeOf(index), index.column());
  changePersistentIndexList(before, after);
  emit layoutChanged();
}

/// Neighbours in one go, from behind.
void OutlineModel::removeGone(Node& mine, const Wanted& all) {
  for (const auto& row : mine.rows)
    if (all.contains(row->key())) removeGone(*row, all);
  const auto goes = [&](std::size_t row) { return !all.contains(mine.rows[row]->key()); };
  for (std::size_t end = mine.rows.size(); end > 0;) {
    if (!goes(end - 1)) {
      --end;
      continue;
    }
    std::size_t first = end - 1;
    while (first > 0 && goes(first - 1)) --first;
    beginRemoveRows(indexOf(mine), static_cast<int>(first), static_cast<int>(end) - 1);
    const auto from = mine.rows.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = mine.rows.begin() + static_cast<std::ptrdiff_t>(end);
    std::for_each(from, to, [this](const auto& row) { forget(*row); });
    mine.rows.erase(from, to);
    mine.number();
    endRemoveRows();
    end = first;
  }
}

void OutlineModel::forget(const Node& node) {
  for (const auto& row : node.rows) forget(*row);
  m_nodes.erase(node.key());
}

/// Neighbours in one go. Those that are there stand in their order already.
void OutlineModel::addRows(Node& mine, const Node& wanted) {
  for (std::size_t first = 0; first < wanted.rows.size(); ++first) {
    std::size_t end = first;
    while (end < wanted.rows.size() && !m_nodes.contains(wanted.rows[end]->key())) ++end;
    if (end == first) continue;
    beginInsertRows(indexOf(mine), static_cast<int>(first), static_cast<int>(end) - 1);
    std::vector<std::unique_ptr<Node>> rows;
    for (std::size_t i = first; i < end; ++i) {
      auto node = std::make_unique<Node>();
      node->kind = wanted.rows[i]->kind;
      node->id = wanted.rows[i]->id;
      m_nodes[node->key()] = node.get();
      rows.push_back(std::move(node));
    }
    mine.rows.insert(mine.rows.begin() + static_cast<std::ptrdiff_t>(first),
                     std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    mine.number();
    endInsertRows();
    first = end - 1;
  }
  for (const auto& branch : wanted.rows)
    if (branch->isBranch()) addRows(*m_nodes.at(branch->key()), *branch);
}

}  // namespace astrolabe::ui
