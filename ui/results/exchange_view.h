#pragma once

#include <QWidget>
#include <optional>

#include "core/deploy/fleet.h"
#include "core/serving/expert_exchange.h"
#include "ui/render/figure_file.h"
#include "ui/results/text_table.h"

class QLabel;

namespace astrolabe::ui {

class ExchangeGantt;

/// The all-to-all of a deployment's experts: its bound and how much longer the schedule and plain order take,
/// the schedule slot by slot, and which experts stand on which rank with what load. Words where there is
/// none.
class ExchangeView : public QWidget {
  Q_OBJECT

 public:
  explicit ExchangeView(QWidget* parent = nullptr);
  void setExchange(std::optional<serving::ExpertExchange> exchange);
  /// What the decoding workers of a group exchange in an iteration at its batch; `question`: of its pool.
  void setGroup(const std::optional<serving::Question>& question, const deploy::Group& group);
  void setStale(bool stale);
  const std::optional<serving::ExpertExchange>& exchange() const { return m_exchange; }
  ExchangeGantt& gantt() { return *m_gantt; }
  TextTable& mapping() { return m_mapping; }
  /// The words and the mapping, tab-separated.
  QString copyText() const;
  Figure figure() const;

 private:
  void refresh();

  std::optional<serving::ExpertExchange> m_exchange;
  QLabel *m_words = nullptr, *m_chosen = nullptr;
  ExchangeGantt* m_gantt = nullptr;
  QWidget* m_views = nullptr;
  TextTable m_mapping;
};

}  // namespace astrolabe::ui
