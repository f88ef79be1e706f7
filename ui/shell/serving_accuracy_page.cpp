#include "ui/shell/serving_accuracy_page.h"

#include <QComboBox>
#include <QDate>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <set>
#include <utility>

#include "core/base/file_read.h"
#include "core/serving/resources.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/accuracy_parts.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

ServingAccuracyPage::ServingAccuracyPage(hardware::Catalogue catalogue, QWidget* parent)
    : QWidget(parent),
      m_catalogue(std::move(catalogue)),
      m_metric(new QComboBox(this)),
      m_gpu(new QComboBox(this)),
      m_engine(new QComboBox(this)),
      m_source(new QComboBox(this)),
      m_summary(new QLabel(this)),
      m_message(new QLabel(this)),
      m_plots(new AccuracyPlots(this)),
      m_groupTable(new QTableView(this)),
      m_table(new QTableView(this)),
      m_leftTable(new QTableView(this)),
      m_tabs(new QTabWidget(this)),
      m_import(new QPushButton(tr("&Import my runs…"), this)),
      m_published(new QPushButton(tr("Show &published runs"), this)),
      m_fit(new QPushButton(tr("&Fit constants to these runs"), this)),
      m_use(new QPushButton(tr("&Use them in the plan"), this)) {
  setObjectName(u"servingAccuracy"_s);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(scaled(8));
  buildChoices(*whole);
  m_message->setObjectName(u"servingAccuracy.message"_s);
  m_message->setTextFormat(Qt::PlainText);  // it holds the name of a file
  m_message->setWordWrap(true);
  m_message->setVisible(false);
  whole->addWidget(m_message);
  m_summary->setObjectName(u"servingAccuracy.summary"_s);
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setWordWrap(true);
  m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  addAccuracyContent(*whole, u"servingAccuracy.content"_s, tr("Errors and runs"), this,
                     [this](QVBoxLayout& column) {
                       buildPlots(column);
                       column.addWidget(m_summary);
                       buildTables(column);
                     });
  buildBelow(*whole);
}

ServingAccuracyPage::~ServingAccuracyPage() = default;

void ServingAccuracyPage::buildChoices(QVBoxLayout& whole) {
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(8));
  const auto add = [&](QComboBox* box, const QString& name, const QString& label) {
    addAccuracyChoice(*row, *box, u"servingAccuracy."_s + name, label);
    connect(box, &QComboBox::currentIndexChanged, this, &ServingAccuracyPage::refilter);
  };
  m_metric->addItem(tr("Time per token (TPOT)"), static_cast<int>(serving::Metric::tpot));
  m_metric->addItem(tr("Output tokens/s"), static_cast<int>(serving::Metric::output_rate));
  m_metric->addItem(tr("Time to first token (TTFT)"), static_cast<int>(serving::Metric::ttft));
  add(m_metric, u"metric"_s, tr("Show"));
  add(m_gpu, u"gpu"_s, tr("GPU"));
  add(m_engine, u"engine"_s, tr("Engine"));
  add(m_source, u"source"_s, tr("Source"));
  row->addStretch(1);
  whole.addLayout(row);
}

void ServingAccuracyPage::buildPlots(QVBoxLayout& column) {
  m_plots->scatter()->setObjectName(u"servingAccuracy.scatter"_s);
  m_plots->histogram()->setObjectName(u"servingAccuracy.histogram"_s);
  m_groupTable->setObjectName(u"servingAccuracy.groups"_s);
  m_groupTable->setAccessibleName(tr("Errors by group"));
  m_groups.setRows({});  // columns, for the header
  m_groupTable->setModel(&m_groups);
  dressErrorGroups(*m_groupTable);
  auto* right = new QVBoxLayout;
  right->setSpacing(scaled(8));
  right->addWidget(m_plots->histogram(), 1);
  right->addWidget(m_groupTable, 2);
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(16));
  row->addWidget(m_plots->scatter(), 1);
  row->addLayout(right, 1);
  column.addLayout(row, 3);
  connect(m_plots, &AccuracyPlots::rowClicked, this, [this](const calibration::ValidatedRow* clicked) {
    const auto place = static_cast<std::size_t>(clicked - m_shown->points.data());
    const serving::ServingRow* wanted = &m_shown->validation.predicted[place];
    for (int i = 0; i < m_sorted.rowCount(); ++i)
      if (m_runs.row(m_sorted.mapToSource(m_sorted.index(i, 0)).row()) == wanted) m_table->selectRow(i);
  });
}

void ServingAccuracyPage::buildTables(QVBoxLayout& column) {
  m_runs.setRows({});  // columns, for the header
  m_sorted.setSourceModel(&m_runs);
  m_sorted.setSortRole(ServingRuns::SortRole);
  m_table->setObjectName(u"servingAccuracy.table"_s);
  m_table->setAccessibleName(tr("Measured serving runs with their prediction"));
  m_table->setModel(&m_sorted);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(ServingRuns::Id, Qt::AscendingOrder);
  m_leftTable->setObjectName(u"servingAccuracy.leftOut"_s);
  m_leftTable->setAccessibleName(tr("Runs left out, with the reason"));
  m_leftTable->setModel(&m_leftOut);
  fillLeftOut();
  for (QTableView* table : {m_table, m_leftTable}) dressRuns(*table);
  m_tabs->setObjectName(u"servingAccuracy.tabs"_s);
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(m_table, tr("Predicted"));
  m_tabs->addTab(m_leftTable, tr("Left out"));
  column.addWidget(m_tabs, 1);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &ServingAccuracyPage::mark);
}

void ServingAccuracyPage::buildBelow(QVBoxLayout& whole) {
  m_import->setObjectName(u"servingAccuracy.import"_s);
  m_published->setObjectName(u"servingAccuracy.published"_s);
  m_published->setVisible(false);
  m_fit->setObjectName(u"servingAccuracy.fit"_s);
  m_use->setObjectName(u"servingAccuracy.use"_s);
  offer();
  auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_import);
  buttons->addWidget(m_published);
  buttons->addWidget(m_fit);
  buttons->addWidget(m_use);
  buttons->addStretch(1);
  buttons->addWidget(close);
  whole.addLayout(buttons);
  connect(close, &QDialogButtonBox::rejected, this, &ServingAccuracyPage::closeAsked);
  connect(m_import, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Import measured serving runs"), {},
                                                      tr("Tables (*.csv);;All files (*)"));
    if (!path.isEmpty()) importRuns(path);
  });
  connect(m_published, &QPushButton::clicked, this,
          [this] { start(std::string(serving::built_in_serving_runs()), {}); });
  connect(m_fit, &QPushButton::clicked, this, &ServingAccuracyPage::fitRuns);
  connect(m_use, &QPushButton::clicked, this, &ServingAccuracyPage::useConstants);
}

/// Runs of one's own can be fitted to; what was fitted can be used.
void ServingAccuracyPage::offer() {
  const bool fitted = m_shown && m_shown->own;
  m_fit->setVisible(!m_name.isEmpty() && !fitted);
  m_use->setVisible(fitted);
}

void ServingAccuracyPage::fitRuns() {
  m_fit->setEnabled(false);
  m_summary->setText(tr("Fitting constants to the runs…"));
  m_latest.ask([csv = m_csv, catalogue = m_catalogue](
                   const Latest::Turn& turn) { return fittedServingAccuracyOf(csv, catalogue, turn.stop()); },
               [this, csv = m_csv, name = m_name](const Result<ServingAccuracyPtr>& made) {
                 m_fit->setEnabled(true);
                 arrived(made, csv, name);
                 if (made && *made && (*made)->own)
                   tell(tr("Fitted to %n run(s): median error %1 before, %2 after, of these runs themselves.",
                           nullptr, (*made)->own->runs)
                            .arg(percentText((*made)->own->median_abs_error_before),
                                 percentText((*made)->own->median_abs_error_after)));
               });
}

void ServingAccuracyPage::useConstants() {
  if (!m_shown || !m_shown->own) return;
  serving::ServingCalibration own = *m_shown->own;
  own.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  own.source = m_name.toStdString();
  emit calibrationChosen(text_of(serving::to_json(own)));
  tell(tr("The plan now uses the constants fitted to your runs."));
}

void ServingAccuracyPage::begin() {
  if (!m_begun) start(std::string(serving::built_in_serving_runs()), {});
}

void ServingAccuracyPage::importRuns(const QString& path) {
  const auto text = read_text_file(path.toStdString(), file_limit::table);
  if (text)
    start(*text, QFileInfo(path).fileName());
  else
    tell(messageFor(text.error()).plain());
}

void ServingAccuracyPage::tell(const QString& text) {
  m_message->setText(text);
  m_message->setVisible(!text.isEmpty());
}

void ServingAccuracyPage::start(const std::string& csv, const QString& name) {
  m_begun = true;
  m_summary->setText(tr("Predicting every run…"));
  m_latest.ask([csv, catalogue = m_catalogue](
                   const Latest::Turn& turn) { return servingAccuracyOf(csv, catalogue, turn.stop()); },
               [this, csv, name](const Result<ServingAccuracyPtr>& made) { arrived(made, csv, name); });
}

void ServingAccuracyPage::arrived(const Result<ServingAccuracyPtr>& made, const std::string& csv,
                                  const QString& name) {
  tell(made ? QString() : messageFor(Error(made.error()).in_file(name.toStdString())).plain());
  if (made && *made) {
    m_name = name;
    m_csv = csv;
    m_published->setVisible(!name.isEmpty());
    m_plots->setRows({}, servingQuantity(serving::Metric::tpot), {});  // its rows go
    m_runs.setRows({});
    m_shown = *made;
    fillChoices();
    fillLeftOut();
    offer();
  }
  if (!m_shown) m_begun = false;  // a later look asks for the published runs
  refilter();
  m_table->resizeColumnsToContents();
  emit ready();
}

void ServingAccuracyPage::fillChoices() {
  const auto fill = [&](QComboBox* box, std::string serving::ServingCase::*key) {
    std::set<std::string> values;
    for (const serving::ServingRow& row : m_shown->validation.predicted) values.insert(row.of->*key);
    fillAccuracyChoice(*box, tr("all"), values);
  };
  fill(m_gpu, &serving::ServingCase::gpu);
  fill(m_engine, &serving::ServingCase::framework);
  fill(m_source, &serving::ServingCase::source);
}

void ServingAccuracyPage::fillLeftOut() {
  std::vector<QStringList> rows;
  const std::string file = (m_name.isEmpty() ? tr("the published table") : m_name).toStdString();
  if (m_shown)
    for (const serving::SkippedServing& row : m_shown->validation.skipped)
      rows.push_back({QString::fromStdString(row.id), messageFor(Error(row.error).in_file(file)).plain()});
  if (m_shown) {
    m_tabs->setTabText(0, tr("Predicted (%1)").arg(wholeText(m_shown->validation.predicted_cases)));
    m_tabs->setTabText(1, tr("Left out (%1)").arg(wholeText(static_cast<double>(rows.size()))));
  }
  m_leftOut.setTable({{tr("Run")}, {tr("Reason")}}, std::move(rows));
  m_leftTable->resizeColumnToContents(0);
}

void ServingAccuracyPage::refilter() {
  if (!m_shown) {
    summarise(0);
    return;
  }
  const auto metric = static_cast<serving::Metric>(m_metric->currentData().toInt());
  const auto fits = [](const QComboBox* box, const std::string& has) {
    const QString wanted = box->currentData().toString();
    return wanted.isEmpty() || wanted == QString::fromStdString(has);
  };
  ServingRows rows;
  ValidatedRows points;
  for (std::size_t i = 0; i < m_shown->points.size(); ++i) {
    const serving::ServingRow& row = m_shown->validation.predicted[i];
    if (row.metric != metric || !fits(m_gpu, row.of->gpu) || !fits(m_engine, row.of->framework) ||
        !fits(m_source, row.of->source))
      continue;
    rows.push_back(&row);
    points << &m_shown->points[i];
  }
  m_groups.setRows(rows);
  m_plots->setRows(points, servingQuantity(metric), m_shown->types);
  const auto shown = static_cast<int>(rows.size());
  m_runs.setRows(std::move(rows));
  summarise(shown);
}

void ServingAccuracyPage::summarise(int shown) {
  if (shown == 0) {
    m_summary->setText(m_shown ? tr("No run fits these filters.") : QString());
    return;
  }
  const serving::ServingValidation& of = m_shown->validation;
  QString text =
      m_name.isEmpty()
          ? tr("%n run(s) (published). The constants were fitted to published runs, these among them; the "
               "README has the figures for runs left out of the fit.",
               nullptr, shown)
      : m_shown->own
          ? tr("%n run(s) (%1), predicted with constants fitted to them.", nullptr, shown).arg(m_name)
          : tr("%n run(s) (%1), predicted with the constants fitted to published runs.", nullptr, shown)
                .arg(m_name);
  if (of.order_pairs > 0)
    text += u' ' + tr("Of %n pair(s) of layouts more than 10 % apart in time per token, %1 are in their "
                      "measured order.",
                      nullptr, of.order_pairs)
                       .arg(percentText(of.order_right));
  if (!of.skipped.empty())
    text += u' ' + tr("%n row(s) of the table could not be predicted.", nullptr,
                      static_cast<int>(of.skipped.size()));
  m_summary->setText(text);
}

/// Rings the point of the current row.
void ServingAccuracyPage::mark() {
  const QModelIndex index = m_table->currentIndex();
  const serving::ServingRow* row = index.isValid() ? m_runs.row(m_sorted.mapToSource(index).row()) : nullptr;
  if (row == nullptr || !m_shown) {
    m_plots->mark(nullptr);
    return;
  }
  m_plots->mark(&m_shown->points[static_cast<std::size_t>(row - m_shown->validation.predicted.data())]);
}

}  // namespace astrolabe::ui
