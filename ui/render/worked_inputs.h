#pragma once
// What goes into a figure that is worked out, and where each value is from.

#include <optional>
#include <vector>

#include "core/hardware/pool_price.h"
#include "core/strategy/problem.h"
#include "ui/render/text.h"
#include "ui/render/worked_figure.h"

namespace astrolabe::ui {

/// Collects the inputs and lines of one figure, each of them once.
class WorkedInputs {
 public:
  WorkedInputs(const cost::Evaluation& evaluation, const plan::Snapshot& snapshot, const plan::Plan& asked,
               const hardware::Catalogue& catalogue, const KindWords& kind);

 protected:
  using Origin = FormulaInput::Origin;
  /// A pool of the strategy, or one of which idle GPUs cost.
  struct Used {
    const hardware::Pool* pool;
    int gpus, paid, idle;  ///< used; of the whole units that these take; that stand idle and are paid for
  };

  void begin(FormulaId id, const QString& value);
  /// "left = right".
  void line(const QString& left, const QString& right);
  void input(const QString& letter, const QString& name, const QString& value, Origin origin,
             const QString& source = {}, const QString& date = {});
  /// A value of the job, by the key that tells whether somebody stated it.
  void jobInput(const QString& letter, const QString& name, const QString& value, const char* key);
  /// Links to the properties of a pool.
  void link(const hardware::Pool& pool);
  std::optional<double> priceOf(const hardware::Pool& pool) const;

  void gpuCounts();
  /// GPUs of each pool that are paid for, in whole units.
  void paidCounts();
  void batch();
  void tokens();
  void stepInput();
  void speedInput();
  void hourInput();
  void powerInput();
  void hoursInput();
  void constants();
  void peaks();
  void model();
  void power();
  void prices();
  void costs();

  const cost::Evaluation& m_e;
  const plan::Snapshot& m_snapshot;
  const strategy::Problem& m_problem;
  const strategy::Job& m_job;
  const plan::Plan& m_asked;
  const hardware::Catalogue& m_catalogue;
  const KindWords& m_kind;
  std::vector<Used> m_used;
  WorkedFigure m_figure;

 private:
  const hardware::PoolSpec* specOf(const hardware::Pool& pool) const;
};

/// Where the power of a pool's machines is from: the pool itself, their node type or an estimate, less what a
/// limit of the plan saves.
InputOrigin powerOrigin(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);

/// A number and its unit, a narrow space between.
inline QString numberWithUnit(const QString& number, const QString& unit) {
  return number + kThinSpace + unit;
}

}  // namespace astrolabe::ui
