#pragma once
// How many strategies the question in force has, and how long a search of all of them is likely to take.

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <optional>

#include "core/plan/snapshot.h"
#include "ui/document/latest.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// A search that runs tells the number; only where none does the space is counted, beside the window.
class SpaceEstimate : public QObject {
  Q_OBJECT

 public:
  explicit SpaceEstimate(PlanDocument& document, QObject* parent = nullptr);

  /// Empty while unknown: just edited, or no question can be asked.
  std::optional<std::uint64_t> total() const { return m_total; }
  /// Time to search total() at the rate of the search that runs, or of the last one that came to its end.
  /// Empty without a number and without such a search, and where the space is so much larger than what was
  /// searched that the rate tells nothing of it.
  std::optional<double> seconds() const;
  /// A search that came to its end: what estimates rest on, kept from start to start.
  struct Measured {
    double strategies = 0.0, seconds = 0.0;
    bool operator==(const Measured&) const = default;
  };
  const Measured& measured() const { return m_measured; }
  void setMeasured(const Measured& measured);
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
  Measured m_measured;  ///< of the last search that ended
  double m_rate = 0.0;  ///< of the one that runs, once it tells something
  QTimer m_wait;        ///< until no search has told the number
  Latest m_latest;      ///< counts
};

}  // namespace astrolabe::ui
