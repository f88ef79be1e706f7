// The linear programme of the sharding ratios, solved by GLPK and checked by its duals.

#include <glpk.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "core/base/error_codes.h"
#include "core/spmd/ratios.h"

namespace astrolabe::spmd {

namespace {

constexpr double kTolerance = 1e-9;

/// GLPK keeps an environment for each thread that it works in: freed with the thread.
struct Environment {
  ~Environment() { glp_free_env(); }
};

struct Free {
  void operator()(glp_prob* problem) const { glp_delete_prob(problem); }
};

/// Rows a.x <= b or = b, columns >= 0, minimise c.x. Kept beside GLPK's copy for the certificate.
struct Row {
  std::vector<std::pair<int, double>> terms;  ///< column, coefficient
  double bound = 0.0;
  bool equal = false;
};

/// Columns: B[s][i] for each kind i of device; for each segment and class T = max B / F in units of 1 /
/// F_max; M = max B; for each border and device boundary D = |P - P'|. Objective and rows are scaled to
/// numbers near 1.
class Programme {
 public:
  Programme(const RatioProblem& problem, const Devices& devices, double memory_slack_price)
      : m_problem(problem), m_devices(devices), m_slack_price(memory_slack_price) {
    group();
    scale();
    add_ratios();
    add_borders();
    add_memory();
  }

  Ratios solve() {
    const std::unique_ptr<glp_prob, Free> lp(glp_create_prob());
    fill(*lp);
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.tol_bnd = options.tol_dj = 1e-11;
    glp_adv_basis(lp.get(), 0);
    const int status = glp_simplex(lp.get(), &options);
    Ratios result;
    if (status != 0 || glp_get_status(lp.get()) != GLP_OPT) {
      result.duality_gap = 1.0;
      return result;
    }
    read(*lp, result);
    return result;
  }

  /// The device that lacks most memory and by how much, at the least sum of missing memory: with a price on
  /// it above everything else. Empty when there is no solution.
  std::optional<std::pair<int, double>> most_missing() const {
    if (m_missing.empty()) return std::nullopt;
    const auto worst = std::max_element(m_missing.begin(), m_missing.end());
    return std::pair{m_device[static_cast<std::size_t>(worst - m_missing.begin())], *worst};
  }

 private:
  int column(double cost) {
    m_cost.push_back(cost);
    return static_cast<int>(m_cost.size()) - 1;
  }
  int ratio(int segment, int device) const { return segment * m_count + device; }

  /// Equal devices get equal shares: the mean over their exchanges of any solution is a solution that costs
  /// no more, as all terms are convex. Only where shards move between segments does a device's place count.
  void group() {
    for (int i = 0; i < m_devices.count(); ++i) {
      const auto same = std::find_if(m_device.begin(), m_device.end(), [&](int other) {
        return m_problem.borders.empty() && are_equal(i, other);
      });
      m_kind.push_back(static_cast<int>(same - m_device.begin()));
      if (same != m_device.end()) {
        m_multiplicity[m_kind.back()] += 1.0;
        continue;
      }
      m_device.push_back(i);
      m_multiplicity.push_back(1.0);
    }
    m_count = static_cast<int>(m_device.size());
  }
  bool are_equal(int a, int b) const {
    for (const auto& speeds : m_devices.flops_per_second)
      if (speeds[a] != speeds[b]) return false;
    return m_devices.memory.empty() || m_devices.memory[a].value == m_devices.memory[b].value;
  }
  double speed(std::size_t kind, int i) const { return m_devices.flops_per_second[kind][m_device[i]]; }
  double memory(int i) const { return m_devices.memory[m_device[i]].value; }
  /// Scale of a device's memory rows: its memory, or what there is to hold where it has next to none.
  double capacity(int i) const {
    constexpr double kNextToNone = 0.01;
    return std::max(1.0, memory(i) > kNextToNone * m_held ? memory(i) : m_held);
  }

  void scale() {
    m_unit = 0.0;
    for (const RatioTerms& terms : m_problem.segments) {
      for (std::size_t kind = 0; kind < terms.compute.size(); ++kind)
        if (terms.compute[kind] > 0.0) m_unit += terms.compute[kind] / fastest(kind);
      m_unit += std::max(0.0, terms.padded);
    }
    for (const Border& border : m_problem.borders) m_unit += border.seconds;
    if (!(m_unit > 0.0)) m_unit = 1.0;
  }
  double fastest(std::size_t kind) const {
    const auto& speeds = m_devices.flops_per_second[kind];
    return *std::max_element(speeds.begin(), speeds.end());
  }

  void add_ratios() {
    const auto segments = static_cast<int>(m_problem.segments.size());
    for (int s = 0; s < segments; ++s)
      for (int i = 0; i < m_count; ++i) column(0.0);
    for (int s = 0; s < segments; ++s) {
      Row sum{{}, 1.0, true};
      for (int i = 0; i < m_count; ++i) sum.terms.emplace_back(ratio(s, i), m_multiplicity[i]);
      m_rows.push_back(std::move(sum));
      const RatioTerms& terms = m_problem.segments[s];
      for (std::size_t kind = 0; kind < terms.compute.size(); ++kind) {
        if (terms.compute[kind] <= 0.0) continue;
        const int slowest = column(terms.compute[kind] / fastest(kind) / m_unit);
        for (int i = 0; i < m_count; ++i)
          m_rows.push_back({{{ratio(s, i), fastest(kind) / speed(kind, i)}, {slowest, -1.0}}, 0.0});
      }
      // Below 0 where an exchange would be shorter with a longer largest share, at its tangent: no part of a
      // programme, in which the largest share only has to be no less than all.
      if (terms.padded <= 0.0) continue;
      const int largest = column(terms.padded / m_unit);
      for (int i = 0; i < m_count; ++i) m_rows.push_back({{{ratio(s, i), 1.0}, {largest, -1.0}}, 0.0});
    }
  }

  /// moved_i <= |P_i - P'_i| + |P_(i-1) - P'_(i-1)| over the boundaries of its interval; the slowest device
  /// counts.
  void add_borders() {
    for (const Border& border : m_problem.borders) {
      const int moved = column(border.seconds / m_unit);
      std::vector<int> distances;
      for (int i = 0; i + 1 < m_count; ++i) {
        distances.push_back(column(0.0));
        for (const double sign : {1.0, -1.0}) {
          Row row;
          for (int j = 0; j <= i; ++j) {
            row.terms.emplace_back(ratio(border.from, j), sign);
            row.terms.emplace_back(ratio(border.to, j), -sign);
          }
          row.terms.emplace_back(distances.back(), -1.0);
          m_rows.push_back(std::move(row));
        }
      }
      for (int i = 0; i < m_count; ++i) {
        Row row{{{moved, -1.0}}, 0.0};
        if (i > 0) row.terms.emplace_back(distances[i - 1], 1.0);
        if (i + 1 < m_count) row.terms.emplace_back(distances[i], 1.0);
        m_rows.push_back(std::move(row));
      }
    }
  }

  void add_memory() {
    if (m_devices.memory.empty()) return;
    for (const MemoryPoint& point : m_problem.memory)
      m_held = std::max(m_held, std::accumulate(point.shared.begin(), point.shared.end(), point.whole));
    m_memory_row.assign(m_count, {});
    for (int i = 0; i < m_count; ++i) {
      const int slack = m_slack_price > 0.0 ? column(m_slack_price * m_multiplicity[i]) : -1;
      m_slack.push_back(slack);
      for (const MemoryPoint& point : m_problem.memory) {
        Row row{{}, (memory(i) - point.whole) / capacity(i)};
        for (std::size_t s = 0; s < point.shared.size(); ++s)
          row.terms.emplace_back(ratio(static_cast<int>(s), i), point.shared[s] / capacity(i));
        if (slack >= 0) row.terms.emplace_back(slack, -1.0);
        m_memory_row[i].push_back(static_cast<int>(m_rows.size()));
        m_rows.push_back(std::move(row));
      }
    }
  }

  void fill(glp_prob& lp) const {
    glp_set_obj_dir(&lp, GLP_MIN);
    glp_add_cols(&lp, static_cast<int>(m_cost.size()));
    for (std::size_t j = 0; j < m_cost.size(); ++j) {
      glp_set_col_bnds(&lp, static_cast<int>(j) + 1, GLP_LO, 0.0, 0.0);
      glp_set_obj_coef(&lp, static_cast<int>(j) + 1, m_cost[j]);
    }
    glp_add_rows(&lp, static_cast<int>(m_rows.size()));
    std::vector<int> index;
    std::vector<double> value;
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
      index.assign(1, 0);
      value.assign(1, 0.0);
      for (const auto& [column, coefficient] : m_rows[r].terms) {
        index.push_back(column + 1);
        value.push_back(coefficient);
      }
      glp_set_mat_row(&lp, static_cast<int>(r) + 1, static_cast<int>(index.size()) - 1, index.data(),
                      value.data());
      glp_set_row_bnds(&lp, static_cast<int>(r) + 1, m_rows[r].equal ? GLP_FX : GLP_UP, m_rows[r].bound,
                       m_rows[r].bound);
    }
  }

  void read(glp_prob& lp, Ratios& result) {
    std::vector<double> x, dual;
    for (std::size_t j = 0; j < m_cost.size(); ++j)
      x.push_back(glp_get_col_prim(&lp, static_cast<int>(j) + 1));
    for (std::size_t r = 0; r < m_rows.size(); ++r)
      dual.push_back(glp_get_row_dual(&lp, static_cast<int>(r) + 1));
    certify(x, dual, result);
    for (std::size_t s = 0; s < m_problem.segments.size(); ++s) {
      std::vector<double> row;
      row.reserve(m_kind.size());
      for (const int i : m_kind) row.push_back(std::max(0.0, x[ratio(static_cast<int>(s), i)]));
      const double sum = std::accumulate(row.begin(), row.end(), 0.0);
      for (double& share : row) share /= sum;
      result.ratios.push_back(std::move(row));
    }
    result.seconds = std::inner_product(x.begin(), x.end(), m_cost.begin(), 0.0) * m_unit;
    for (const RatioTerms& terms : m_problem.segments) result.seconds += terms.constant;
    std::vector<double> per_byte(m_memory_row.size(), 0.0);
    for (std::size_t i = 0; i < m_memory_row.size(); ++i) {
      const double bytes = capacity(static_cast<int>(i));
      for (const int row : m_memory_row[i])
        per_byte[i] += std::max(0.0, -dual[row]) * m_unit / (bytes * m_multiplicity[i]);
      result.memory_binds = result.memory_binds || per_byte[i] * bytes > kTolerance * m_unit;
      if (m_slack[i] >= 0) m_missing.push_back(x[m_slack[i]] * bytes);
    }
    result.seconds_per_byte.assign(m_kind.size(), 0.0);
    if (!per_byte.empty())
      for (std::size_t i = 0; i < m_kind.size(); ++i) result.seconds_per_byte[i] = per_byte[m_kind[i]];
  }

  /// Needs no trust in the solver: x and dual are checked against the rows kept here.
  void certify(const std::vector<double>& x, const std::vector<double>& dual, Ratios& result) const {
    std::vector<double> reduced = m_cost;
    double dual_objective = 0.0;
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
      double left = 0.0;
      for (const auto& [column, coefficient] : m_rows[r].terms) {
        left += coefficient * x[column];
        reduced[column] -= coefficient * dual[r];
      }
      const double over = m_rows[r].equal ? std::fabs(left - m_rows[r].bound) : left - m_rows[r].bound;
      result.primal_violation = std::max(result.primal_violation, over);
      if (!m_rows[r].equal) result.dual_violation = std::max(result.dual_violation, dual[r]);
      dual_objective += dual[r] * m_rows[r].bound;
    }
    for (std::size_t j = 0; j < x.size(); ++j) {
      result.primal_violation = std::max(result.primal_violation, -x[j]);
      result.dual_violation = std::max(result.dual_violation, -reduced[j]);
    }
    const double objective = std::inner_product(x.begin(), x.end(), m_cost.begin(), 0.0);
    result.duality_gap = std::fabs(objective - dual_objective) / std::max(1e-300, std::fabs(objective));
    if (objective == 0.0 && dual_objective == 0.0) result.duality_gap = 0.0;
  }

  const RatioProblem& m_problem;
  const Devices& m_devices;
  std::vector<int> m_kind;             ///< of each device
  std::vector<int> m_device;           ///< the first of each kind
  std::vector<double> m_multiplicity;  ///< devices of each kind
  int m_count = 0;                     ///< kinds
  double m_slack_price, m_unit = 1.0;
  double m_held = 0.0;  ///< bytes of all devices together at the fullest place
  std::vector<double> m_cost;
  std::vector<Row> m_rows;
  std::vector<std::vector<int>> m_memory_row;
  std::vector<int> m_slack;
  std::vector<double> m_missing;
};

tl::unexpected<Error> too_large(const RatioProblem& problem, const Devices& devices) {
  constexpr double kAboveAll = 1e6;  // of a missing capacity, against objectives near 1
  Programme programme(problem, devices, kAboveAll);
  programme.solve();
  const auto worst = programme.most_missing();
  if (!worst) return fail(code::defect, "ratios", "no solution of the relaxed programme");
  return fail(code::nothing_fits, devices.names[static_cast<std::size_t>(worst->first)],
              std::to_string(std::llround(worst->second)) + " bytes missing",
              {Wanted::Kind::text, {"devices with more memory, or more of them"}});
}

}  // namespace

Result<Ratios> solve_ratios(const RatioProblem& problem, const Devices& devices) {
  [[maybe_unused]] thread_local const Environment environment{};
  glp_term_out(GLP_OFF);
  Programme programme(problem, devices, 0.0);
  Ratios result = programme.solve();
  if (result.ratios.empty()) return too_large(problem, devices);
  if (result.primal_violation > kTolerance || result.dual_violation > kTolerance ||
      result.duality_gap > kTolerance)
    return fail(code::defect, "ratios", "a solution without its certificate");
  return result;
}

}  // namespace astrolabe::spmd
