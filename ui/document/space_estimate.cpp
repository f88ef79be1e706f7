#include "ui/document/space_estimate.h"

#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/units.h"
#include "core/strategy/space.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {
namespace {

constexpr double kFarther = 30.0;       ///< times the space that was searched: beyond it a rate tells nothing
constexpr double kEnoughSeconds = 2.0;  ///< of a search, for its rate to tell something
constexpr int kWaitMs = 300;            ///< so long a search that has begun may take to tell

}  // namespace

SpaceEstimate::SpaceEstimate(PlanDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
  m_wait.setSingleShot(true);
  m_wait.setInterval(kWaitMs);
  connect(&m_wait, &QTimer::timeout, this, &SpaceEstimate::count);
  connect(&m_document, &PlanDocument::questionChanged, this, &SpaceEstimate::questionChanged);
  questionChanged();
}

std::optional<double> SpaceEstimate::seconds() const {
  if (!m_total) return std::nullopt;
  const double total = static_cast<double>(*m_total);
  if (m_rate > 0.0) return total / m_rate;
  if (m_measured.seconds <= 0.0 || total > kFarther * m_measured.strategies) return std::nullopt;
  return total * m_measured.seconds / m_measured.strategies;
}

void SpaceEstimate::setMeasured(const Measured& measured) {
  const bool sound = std::isfinite(measured.strategies) && std::isfinite(measured.seconds) &&
                     measured.strategies > 0.0 && measured.seconds > 0.0;
  if (!sound || measured == m_measured) return;
  m_measured = measured;
  emit changed();
}

QString SpaceEstimate::text() const {
  if (!m_total) return tr("%1 strategies").arg(unknownText());
  const QString total = wholeText(static_cast<double>(*m_total));
  const std::optional<double> whole = seconds();
  if (!whole) return tr("≈ %1 strategies").arg(total);
  return tr("≈ %1 strategies, about %2")
      .arg(total, *whole < kSecondsPerHour ? durationText(*whole) : hoursText(*whole / kSecondsPerHour));
}

void SpaceEstimate::follow(const plan::SnapshotPtr& snapshot) {
  if (!snapshot || snapshot->revision != m_document.revision()) return;
  if (!m_document.plan().job.trains()) return;  // strategies are no answer
  const plan::Space& space = snapshot->space;
  const bool ended = snapshot->status != plan::Status::searching && snapshot->status != plan::Status::failed;
  if (space.total == 0 && !ended) return;  // not counted yet
  const auto before = std::tuple(m_total, m_rate, m_measured.strategies, m_measured.seconds);
  m_wait.stop();
  m_latest.cancel();
  m_total = space.total;
  m_rate = !ended && snapshot->seconds >= kEnoughSeconds ? snapshot->rate : 0.0;
  if (ended && !snapshot->stopped_early && snapshot->seconds > 0.0 && space.total > 0)
    m_measured = {static_cast<double>(space.total), snapshot->seconds};
  if (before != std::tuple(m_total, m_rate, m_measured.strategies, m_measured.seconds)) emit changed();
}

void SpaceEstimate::questionChanged() {
  m_total.reset();
  m_rate = 0.0;
  m_latest.cancel();
  m_wait.start();
  emit changed();
}

/// Counting takes a while for many pools.
void SpaceEstimate::count() {
  Result<strategy::Problem> problem = m_document.problem();
  if (!problem || !problem->job.trains()) return;
  m_latest.ask(
      [problem = std::move(*problem)](const Latest::Turn& turn) {
        return strategy::Space(problem, [&turn] { return turn.stop().stop_requested(); }).total();
      },
      [this](std::uint64_t total) {
        m_total = total;
        emit changed();
      });
}

}  // namespace astrolabe::ui
