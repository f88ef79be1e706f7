#pragma once
// Alters certificates as somebody would who wants a false claim accepted. Knows the form of the file alone:
// paths stay in order, nodes that are taken are made up for, bounds follow the unit they are told in.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/verify/certificate.h"

namespace astrolabe::tests {

class Forger {
 public:
  using Certificate = verify::Certificate;
  using Node = verify::Node;
  using Verdict = verify::Verdict;
  /// Strategies of the question with the step and price that they truly have: whoever forges can have them.
  using Known = std::vector<verify::Incumbent>;

  explicit Forger(std::uint64_t seed) : m_random(seed) {}

  /// One to four alterations, told in `how`; parts are taken from `others`.
  Certificate forged(const Certificate& base, const Known& known, const std::vector<Certificate>& others,
                     std::string& how) {
    struct Way {
      const char* name;
      std::function<void(Certificate&)> make;
    };
    const std::array<Way, 24> ways{
        {{"drop nodes", [&](Certificate& c) { drop(c); }},
         {"drop and make up", [&](Certificate& c) { drop_and_make_up(c); }},
         {"repeat nodes", [&](Certificate& c) { repeat(c); }},
         {"swap nodes", [&](Certificate& c) { swap_nodes(c); }},
         {"move a path", [&](Certificate& c) { move_path(c); }},
         {"join nodes", [&](Certificate& c) { join(c); }},
         {"deepen a node", [&](Certificate& c) { deepen(c); }},
         {"verdict", [&](Certificate& c) { other_verdict(c); }},
         {"all verdicts", [&](Certificate& c) { all_verdicts(c); }},
         {"bound", [&](Certificate& c) { other_bound(c); }},
         {"layers", [&](Certificate& c) { other_layers(c); }},
         {"kinds", [&](Certificate& c) { other_kinds(c); }},
         {"drop an incumbent", [&](Certificate& c) { drop_incumbent(c); }},
         {"no incumbents", [&](Certificate& c) { c.incumbents.clear(); }},
         {"repeat an incumbent", [&](Certificate& c) { repeat_incumbent(c); }},
         {"reorder incumbents", [&](Certificate& c) { reorder(c); }},
         {"claim", [&](Certificate& c) { other_claim(c); }},
         {"strategy", [&](Certificate& c) { other_strategy(c); }},
         {"insert a true one", [&](Certificate& c) { insert_known(c, known); }},
         {"replace by a true one", [&](Certificate& c) { replace_by_known(c, known); }},
         {"all true ones", [&](Certificate& c) { all_known(c, known); }},
         {"objective", [&](Certificate& c) { other_objective(c); }},
         {"question", [&](Certificate& c) { other_question(c); }},
         {"splice", [&](Certificate& c) { splice(c, others); }}}};
    Certificate altered = base;
    how.clear();
    for (int times = 1 + below(4) / 2; times > 0; --times) {
      const Way& way = ways[at_random(ways.size())];
      how += (how.empty() ? "" : ", ") + std::string(way.name);
      way.make(altered);
    }
    return altered;
  }

 private:
  int below(int end) { return static_cast<int>(at_random(static_cast<std::size_t>(end))); }
  std::size_t at_random(std::size_t end) { return end == 0 ? 0 : m_random() % end; }
  bool coin() { return m_random() % 2 == 0; }
  template <class T>
  T& one_of(std::vector<T>& all) {
    return all[at_random(all.size())];
  }

  /// Any number that a whole one may become: near, far, at the ends of its type.
  std::uint64_t number_near(std::uint64_t number) {
    switch (below(8)) {
      case 0:
        return number + 1;
      case 1:
        return number - 1;
      case 2:
        return number * 2;
      case 3:
        return number / 2;
      case 4:
        return 0;
      case 5:
        return ~std::uint64_t{0} - m_random() % 3;
      case 6:
        return std::uint64_t{1} << (m_random() % 64);
      default:
        return number + m_random() % 64;
    }
  }
  double value_near(double value) {
    const double up = coin() ? 1e300 : 0.0;
    switch (below(7)) {
      case 0:
        return std::nextafter(value, up);
      case 1:
        return value * (1.0 + (coin() ? 1e-12 : -1e-12));
      case 2:
        return value * (1.0 + (coin() ? 1e-6 : -1e-6));
      case 3:
        return value * (coin() ? 1.25 : 0.8);
      case 4:
        return value * (coin() ? 1e6 : 1e-6);
      case 5:
        return -value;
      default:
        return coin() ? 0.0 : 1e308;
    }
  }

  /// Nodes that agree in the first numbers of their paths with one of them.
  std::pair<std::size_t, std::size_t> part(const Certificate& c) {
    const std::size_t n = at_random(c.nodes.size());
    const std::vector<std::uint32_t>& path = c.nodes[n].path;
    const std::size_t length = at_random(path.size() + 1);
    const auto alike = [&](std::size_t i) {
      return c.nodes[i].path.size() >= length &&
             std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length),
                        c.nodes[i].path.begin());
    };
    std::size_t begin = n, end = n + 1;
    while (begin > 0 && alike(begin - 1)) --begin;
    while (end < c.nodes.size() && alike(end)) ++end;
    return {begin, end};
  }
  static void sort(Certificate& c) {
    std::stable_sort(c.nodes.begin(), c.nodes.end(),
                     [](const Node& a, const Node& b) { return a.path < b.path; });
  }
  static auto place(Certificate& c, std::size_t i) {
    return c.nodes.begin() + static_cast<std::ptrdiff_t>(i);
  }

  void drop(Certificate& c) {
    if (c.nodes.empty()) return;
    if (coin()) {
      c.nodes.erase(place(c, at_random(c.nodes.size())));
      return;
    }
    const auto [begin, end] = part(c);
    c.nodes.erase(place(c, begin), place(c, end));
  }
  /// As many nodes as are taken stand somewhere else, so that numbers of nodes and often counts are kept.
  void drop_and_make_up(Certificate& c) {
    if (c.nodes.size() < 2) return;
    const std::size_t gone = at_random(c.nodes.size());
    const std::size_t length = c.nodes[gone].path.size();
    Node made;
    for (std::size_t tries = 0; tries < 20; ++tries) {
      made = one_of(c.nodes);
      if (made.path.size() == length) break;
    }
    std::uint32_t& last = made.path[coin() ? made.path.size() - 1 : at_random(made.path.size())];
    last = static_cast<std::uint32_t>(number_near(last));
    c.nodes.erase(place(c, gone));
    c.nodes.push_back(std::move(made));
    sort(c);
  }
  void repeat(Certificate& c) {
    if (c.nodes.empty()) return;
    const auto [begin, end] = part(c);
    const std::vector<Node> copy(place(c, begin), place(c, end));
    c.nodes.insert(place(c, coin() ? end : at_random(c.nodes.size())), copy.begin(), copy.end());
    if (coin()) sort(c);
  }
  void swap_nodes(Certificate& c) {
    if (c.nodes.size() < 2) return;
    Node &a = one_of(c.nodes), &b = one_of(c.nodes);
    std::swap(a, b);
    if (coin()) std::swap(a.path, b.path);
  }
  void move_path(Certificate& c) {
    if (c.nodes.empty()) return;
    Node& node = one_of(c.nodes);
    if (node.path.empty()) return;
    std::uint32_t& number = one_of(node.path);
    const std::vector<std::uint32_t>& other = one_of(c.nodes).path;
    number = coin() && !other.empty() ? other[at_random(other.size())]
                                      : static_cast<std::uint32_t>(number_near(number));
    if (coin()) sort(c);
  }
  /// All of a part of the tree as one node.
  void join(Certificate& c) {
    if (c.nodes.empty()) return;
    const auto [begin, end] = part(c);
    Node whole = c.nodes[begin + at_random(end - begin)];
    if (whole.path.size() < 2) return;
    std::size_t length = whole.path.size();
    for (std::size_t i = begin; i < end; ++i) {
      const std::vector<std::uint32_t>& path = c.nodes[i].path;
      const auto [differ, ignored] =
          std::mismatch(whole.path.begin(), whole.path.end(), path.begin(), path.end());
      length = std::min(length, static_cast<std::size_t>(differ - whole.path.begin()));
    }
    if (end - begin == 1) --length;
    whole.path.resize(std::max<std::size_t>(1, length));
    if (whole.verdict == Verdict::evaluated || whole.verdict == Verdict::refuted || coin()) {
      whole.verdict = std::array{Verdict::cut, Verdict::no_room, Verdict::limit}[at_random(3)];
      whole.layers.clear();
      const Node& bound = one_of(c.nodes);
      whole.seconds = bound.seconds, whole.usd = bound.usd, whole.gpus = bound.gpus;
    }
    c.nodes.erase(place(c, begin), place(c, end));
    c.nodes.insert(place(c, begin), std::move(whole));
  }
  void deepen(Certificate& c) {
    if (c.nodes.empty()) return;
    Node& node = one_of(c.nodes);
    const std::vector<std::uint32_t>& other = one_of(c.nodes).path;
    for (std::size_t i = node.path.size(); i < other.size(); ++i) node.path.push_back(other[i]);
    if (coin()) node.path.push_back(static_cast<std::uint32_t>(below(3)));
  }
  void set_verdict(Node& node, Verdict verdict) {
    node.verdict = verdict;
    if (verdict != Verdict::evaluated) node.layers.clear();
  }
  void other_verdict(Certificate& c) {
    if (!c.nodes.empty()) set_verdict(one_of(c.nodes), static_cast<Verdict>(below(5)));
  }
  void all_verdicts(Certificate& c) {
    const auto from = static_cast<Verdict>(below(5)), to = static_cast<Verdict>(below(5));
    for (Node& node : c.nodes)
      if (node.verdict == from) set_verdict(node, to);
  }
  void other_bound(Certificate& c) {
    if (c.nodes.empty()) return;
    Node& node = one_of(c.nodes);
    std::uint64_t& number =
        std::array{std::ref(node.seconds), std::ref(node.usd), std::ref(node.gpus)}[at_random(3)];
    number = number_near(number);
  }
  void other_layers(Certificate& c) {
    std::vector<Node*> told;
    for (Node& node : c.nodes)
      if (node.layers.size() > 1) told.push_back(&node);
    if (told.empty()) return;
    std::vector<int>& layers = one_of(told)->layers;
    int &more = one_of(layers), &fewer = one_of(layers);
    const int by = coin() ? 1 : static_cast<int>(m_random() % 0x7fffffff);
    more = static_cast<int>(static_cast<unsigned>(more) + static_cast<unsigned>(by));
    fewer = static_cast<int>(static_cast<unsigned>(fewer) - static_cast<unsigned>(by));
  }
  /// A setting goes to another kind or vanishes, a kind is cut in two or joined with another; paths follow or
  /// not.
  void other_kinds(Certificate& c) {
    if (c.kinds.empty()) return;
    const std::size_t k = at_random(c.kinds.size());
    std::vector<std::uint64_t>& kind = c.kinds[k];
    if (kind.empty()) return;
    const std::size_t s = at_random(kind.size());
    const std::uint64_t setting = kind[s];
    switch (below(6)) {
      case 0:
        kind.erase(kind.begin() + static_cast<std::ptrdiff_t>(s));
        break;
      case 1:
        one_of(c.kinds).push_back(setting);
        break;
      case 2:
        kind[s] = number_near(setting);
        break;
      case 3:
        std::swap(kind, one_of(c.kinds));
        break;
      case 4: {
        std::vector<std::uint64_t> rest(kind.begin() + static_cast<std::ptrdiff_t>(s), kind.end());
        kind.resize(s);
        c.kinds.push_back(std::move(rest));
        break;
      }
      default: {
        const std::size_t into = at_random(c.kinds.size());
        if (into == k) break;
        c.kinds[into].insert(c.kinds[into].end(), kind.begin(), kind.end());
        std::sort(c.kinds[into].begin(), c.kinds[into].end());
        for (Node& node : c.nodes)
          if (node.path.size() > 1 && node.path[1] == k) node.path[1] = static_cast<std::uint32_t>(into);
        sort(c);
      }
    }
    if (coin())
      for (std::vector<std::uint64_t>& one : c.kinds) std::sort(one.begin(), one.end());
  }

  void drop_incumbent(Certificate& c) {
    if (c.incumbents.empty()) return;
    const double before = c.unit_seconds(), usd_before = c.unit_usd();
    c.incumbents.erase(c.incumbents.begin() + static_cast<std::ptrdiff_t>(at_random(c.incumbents.size())));
    follow_units(c, before, usd_before);
  }
  void repeat_incumbent(Certificate& c) {
    if (c.incumbents.empty()) return;
    const verify::Incumbent copy = one_of(c.incumbents);
    c.incumbents.insert(
        c.incumbents.begin() + static_cast<std::ptrdiff_t>(at_random(c.incumbents.size() + 1)), copy);
  }
  void reorder(Certificate& c) {
    if (c.incumbents.size() > 1) std::shuffle(c.incumbents.begin(), c.incumbents.end(), m_random);
  }
  void other_claim(Certificate& c) {
    if (c.incumbents.empty()) return;
    verify::Incumbent& incumbent = one_of(c.incumbents);
    const int which = below(3);
    if (which == 0) incumbent.step = value_near(incumbent.step);
    if (which == 1) incumbent.usd = value_near(incumbent.usd);
    if (which == 2)
      incumbent.gpus = static_cast<int>(number_near(static_cast<std::uint64_t>(incumbent.gpus)));
  }
  void other_strategy(Certificate& c) {
    if (c.incumbents.empty()) return;
    Json& strategy = one_of(c.incumbents).strategy;
    if (coin() && strategy.contains("stages") && strategy["stages"].size() > 0) {
      Json& stages = strategy["stages"];
      Json& stage = stages[at_random(stages.size())];
      if (coin()) {
        std::swap(stage, stages[at_random(stages.size())]);
        return;
      }
      const char* key = coin() ? "recompute_layers" : "layers";
      if (stage.contains(key) && stage[key].is_number())
        stage[key] = stage[key].get<std::int64_t>() + (coin() ? 1 : -1);
      return;
    }
    alter_leaf(strategy);
  }
  /// Bounds are told in parts of the least step and price.
  static void follow_units(Certificate& c, double seconds, double usd) {
    if (c.incumbents.empty()) return;
    const double by = seconds / c.unit_seconds(), by_usd = c.counts_money() ? usd / c.unit_usd() : 1.0;
    for (Node& node : c.nodes) {
      if (std::isfinite(by) && by > 0.0 && by < 1e3)
        node.seconds = static_cast<std::uint64_t>(static_cast<double>(node.seconds) * by);
      if (std::isfinite(by_usd) && by_usd > 0.0 && by_usd < 1e3)
        node.usd = static_cast<std::uint64_t>(static_cast<double>(node.usd) * by_usd);
    }
  }
  static bool before(const Certificate& c, const verify::Incumbent& a, const verify::Incumbent& b) {
    if (c.counts_gpus() && a.gpus != b.gpus) return a.gpus < b.gpus;
    if (c.objective == strategy::Objective::money) return a.usd < b.usd;
    return a.step < b.step;
  }
  void put_in_order(Certificate& c) {
    std::stable_sort(c.incumbents.begin(), c.incumbents.end(),
                     [&](const auto& a, const auto& b) { return before(c, a, b); });
  }
  void insert_known(Certificate& c, const Known& known) {
    if (known.empty()) return;
    const double seconds = c.unit_seconds(), usd = c.unit_usd();
    c.incumbents.push_back(known[at_random(coin() ? known.size() : std::min<std::size_t>(4, known.size()))]);
    if (below(4) > 0) put_in_order(c);
    follow_units(c, seconds, usd);
  }
  void replace_by_known(Certificate& c, const Known& known) {
    if (known.empty() || c.incumbents.empty()) return;
    const double seconds = c.unit_seconds(), usd = c.unit_usd();
    one_of(c.incumbents) = known[at_random(known.size())];
    if (below(4) > 0) put_in_order(c);
    follow_units(c, seconds, usd);
  }
  void all_known(Certificate& c, const Known& known) {
    if (known.empty()) return;
    const double seconds = c.unit_seconds(), usd = c.unit_usd();
    const std::size_t first = at_random(std::min<std::size_t>(3, known.size()));
    const std::size_t count = 1 + at_random(std::min<std::size_t>(5, known.size() - first));
    c.incumbents.assign(known.begin() + static_cast<std::ptrdiff_t>(first),
                        known.begin() + static_cast<std::ptrdiff_t>(first + count));
    put_in_order(c);
    follow_units(c, seconds, usd);
  }
  void other_objective(Certificate& c) {
    c.objective = std::array{strategy::Objective::throughput, strategy::Objective::money,
                             strategy::Objective::pareto, strategy::Objective::gpus}[at_random(4)];
  }

  /// Any value of a document: a number near it, another choice of the same object's, nothing, something new.
  void alter_leaf(Json& json) {
    std::vector<Json*> leaves, objects;
    const std::function<void(Json&)> collect = [&](Json& value) {
      if (value.is_object()) objects.push_back(&value);
      if (value.is_structured())
        for (Json& member : value) collect(member);
      else
        leaves.push_back(&value);
    };
    collect(json);
    if (leaves.empty() || (below(5) == 0 && !objects.empty())) {
      if (objects.empty()) return;
      Json& object = *one_of(objects);
      if (coin() && !object.empty())
        object.erase(object.begin().key());
      else
        object["more"] = 1;
      return;
    }
    Json& leaf = *one_of(leaves);
    if (leaf.is_number_integer()) {
      const auto number = leaf.get<std::int64_t>();
      leaf = static_cast<std::int64_t>(number_near(static_cast<std::uint64_t>(number)));
    } else if (leaf.is_number()) {
      leaf = value_near(leaf.get<double>());
    } else if (leaf.is_boolean()) {
      leaf = !leaf.get<bool>();
    } else if (const Json& other = *one_of(leaves); other.is_string()) {
      leaf = other;
    }
  }
  /// A number of the question, or what it allows.
  void other_question(Certificate& c) {
    Json& question = c.question;
    if (below(3) > 0 || !question.contains("job")) {
      Json& some = question.contains("cluster") && coin() ? question["cluster"]
                   : question.contains("job")             ? question["job"]
                                                          : question;
      alter_leaf(some);
      return;
    }
    Json& job = question["job"];
    switch (below(6)) {
      case 0:
        job["fixed"]["pipeline_parallel"] = 1 + below(4);
        break;
      case 1:
        job["fixed"]["recompute"] = coin() ? "none" : "full";
        break;
      case 2:
        job["limits"]["deadline_hours"] = std::exp2(below(40) - 10);
        break;
      case 3:
        job["limits"]["budget_usd"] = std::exp2(below(50) - 10);
        break;
      case 4:
        job.erase("allowed");
        break;
      default:
        job["rules"] = coin() ? "few: reject if $pipeline_parallel > 2" : "";
    }
  }
  void splice(Certificate& c, const std::vector<Certificate>& others) {
    if (others.empty()) return;
    const Certificate& other = others[at_random(others.size())];
    switch (below(6)) {
      case 0:
        c.question = other.question;
        break;
      case 1:
        c.nodes = other.nodes;
        c.kinds = other.kinds;
        break;
      case 2:
        c.kinds = other.kinds;
        break;
      case 3:
        c.incumbents = other.incumbents;
        break;
      case 4:
        if (!other.nodes.empty() && !c.nodes.empty()) {
          one_of(c.nodes) = other.nodes[at_random(other.nodes.size())];
          sort(c);
        }
        break;
      default:
        c.objective = other.objective;
        c.incumbents = other.incumbents;
        c.nodes = other.nodes;
    }
  }

  std::mt19937_64 m_random;
};

}  // namespace astrolabe::tests
