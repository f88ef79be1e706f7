#pragma once
// How many strategies the question in force has, and how long a search of all of them is likely to take.

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <optional>

#include "core/plan/snapshot.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// A search that runs tells the number; only where none does the space is counted, beside the window.
class SpaceEstimate : public QObject {
  Q_OBJECT

 public:
  explicit SpaceEstimate(PlanDocument& document, QObject* parent = nullptr);

  /// Empty while unknown: just edited, or no question can be asked.
  std::optional<std::uint64_t> total() const { return m_total; }
  /// At the rate of the last search that came to its end; empty without a number or without such a search.
  std::optional<double> seconds() const;
  /// Strategies handled per second by that search, 0 for none; kept from start to start.
  double rate() const { return m_rate; }
  void setRate(double perSecond);
  /// "≈ 650 000 strategies, about 66 s"; the time only where it is known.
  QString text() const;

  /// The newest picture of the search.
  void follow(const plan::SnapshotPtr& snapshot);

 signals:
  void changed();

 private:
  void questionChanged();
  void count();

  PlanDocument& m_document;
  std::optional<std::uint64_t> m_total;
  double m_rate = 0.0;
  QTimer m_wait;  ///< until no search has told the number
};

}  // namespace astrolabe::ui
