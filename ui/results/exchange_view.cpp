#include "ui/results/exchange_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/render/exchange_words.h"
#include "ui/render/numbers.h"
#include "ui/results/exchange_gantt.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize kFigure{760, 420};

}  // namespace

ExchangeView::ExchangeView(QWidget* parent) : QWidget(parent) {
  setObjectName(u"exchangeView"_s);
  setAccessibleName(tr("All-to-all of the experts"));
  auto* column = new QVBoxLayout(this);
  m_words = new QLabel(this);
  m_words->setObjectName(u"exchangeWords"_s);
  m_words->setWordWrap(true);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_words);
  m_views = new QWidget(this);
  auto* row = new QHBoxLayout(m_views);
  row->setContentsMargins(0, 0, 0, 0);
  auto* drawn = new QVBoxLayout;
  m_gantt = new ExchangeGantt(m_views);
  drawn->addWidget(m_gantt, 1);
  m_chosen = new QLabel(m_views);
  m_chosen->setObjectName(u"exchangeSlot"_s);
  m_chosen->setWordWrap(true);
  m_chosen->setFont(ui::font(TextRole::Caption));
  drawn->addWidget(m_chosen);
  row->addLayout(drawn, 3);
  QTableView* table = textTableView(u"exchangeMapping"_s, tr("Experts of each rank"), m_mapping, m_views);
  table->horizontalHeader()->setStretchLastSection(true);
  row->addWidget(table, 2);
  column->addWidget(m_views, 1);
  connect(m_gantt, &ExchangeGantt::selectionChanged, this, [this] {
    m_chosen->setText(m_gantt->selected() < 0 ? tr("A number in a block is the rank that receives.")
                                              : m_gantt->itemName(m_gantt->selected()));
  });
  refresh();
}

void ExchangeView::setExchange(std::optional<serving::ExpertExchange> exchange) {
  m_exchange = std::move(exchange);
  refresh();
}

void ExchangeView::setGroup(const std::optional<serving::Question>& question, const deploy::Group& group) {
  setExchange(exchangeOf(question, group));
}

void ExchangeView::setStale(bool stale) {
  m_gantt->setStale(stale);
  setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

void ExchangeView::refresh() {
  m_views->setVisible(m_exchange.has_value());
  if (!m_exchange) {
    m_words->setText(
        tr("No all-to-all: the model has no experts, one rank holds them all, or attention is not data "
           "parallel."));
    m_gantt->setSchedule({}, 0);
    m_mapping.setTable({}, {});
    return;
  }
  m_words->setText(exchangeWords(*m_exchange));
  m_chosen->setText(tr("A number in a block is the rank that receives."));
  m_gantt->setSchedule(m_exchange->schedule, m_exchange->traffic.gpus());
  std::vector<QStringList> rows;
  for (std::size_t rank = 0; rank < m_exchange->placement.load.size(); ++rank)
    rows.push_back({QString::number(rank), significantText(m_exchange->placement.load[rank]),
                    expertsOf(m_exchange->placement, rank)});
  m_mapping.setTable({{tr("Rank"), true}, {tr("Load"), true}, {tr("Experts")}}, std::move(rows));
}

QString ExchangeView::copyText() const {
  return m_words->text() + u'\n' + (m_exchange ? m_mapping.plainText() : QString());
}

Figure ExchangeView::figure() const {
  if (!m_exchange || m_exchange->schedule.all_slots.empty()) return {};
  Figure figure{tr("Schedule of the all-to-all"), kFigure, {}, {}};
  figure.draw = [gantt = m_gantt](QPainter& painter) { gantt->paintFigure(painter, kFigure); };
  figure.paint = [draw = figure.draw](QPaintDevice& device) {
    QPainter painter(&device);
    draw(painter);
  };
  return figure;
}

}  // namespace astrolabe::ui
