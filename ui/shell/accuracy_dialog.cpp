#include "ui/shell/accuracy_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <set>
#include <span>
#include <utility>

#include "core/base/file_read.h"
#include "core/base/file_write.h"
#include "core/base/text.h"
#include "core/engine.h"
#include "core/plan/measured_plan.h"
#include "core/serving/measured.h"
#include "ui/render/figure_file.h"
#include "ui/render/icons.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/results/accuracy_plots.h"
#include "ui/shell/accuracy_parts.h"
#include "ui/shell/serving_accuracy_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

AccuracyDialog::AccuracyDialog(hardware::Catalogue catalogue, QWidget* parent)
    : QDialog(parent),
      m_catalogue(std::move(catalogue)),
      m_quantity(new QComboBox(this)),
      m_gpu(new QComboBox(this)),
      m_family(new QComboBox(this)),
      m_source(new QComboBox(this)),
      m_summary(new QLabel(this)),
      m_message(new QLabel(this)),
      m_ofPlan(new QLabel(this)),
      m_plots(new AccuracyPlots(this)),
      m_figures(new AccuracyFigures(this)),
      m_groupTable(new QTableView(this)),
      m_table(new QTableView(this)),
      m_leftTable(new QTableView(this)),
      m_tabs(new QTabWidget(this)),
      m_task(new QTabBar(this)),
      m_pages(new QStackedWidget(this)),
      m_serving(new ServingAccuracyPage(m_catalogue, this)),
      m_open(new QPushButton(tr("&Open this run as a plan"), this)),
      m_import(new QPushButton(tr("&Import my runs…"), this)),
      m_published(new QPushButton(tr("Show &published runs"), this)),
      m_export(new QPushButton(icon(u"export"_s), tr("&Export"), this)),
      m_report(new QPushButton(this)),
      m_fit(new QPushButton(tr("&Fit constants to these runs"), this)),
      m_use(new QPushButton(tr("&Use them in the plan"), this)),
      m_save(new QPushButton(tr("&Save them…"), this)),
      m_shipped(new QPushButton(tr("&Give the plan the published constants"), this)) {
  setObjectName(u"accuracyDialog"_s);
  setWindowTitle(tr("How accurate?"));
  resize(scaledOn(screen(), 1180, 880));
  auto* outer = new QVBoxLayout(this);
  outer->setSpacing(scaled(8));
  auto* training = new QWidget(this);
  buildChoice(*outer, *training);
  auto* whole = new QVBoxLayout(training);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(scaled(8));
  buildFilters(*whole);
  m_message->setObjectName(u"accuracyDialog.message"_s);
  m_message->setWordWrap(true);
  m_message->setVisible(false);
  whole->addWidget(m_message);
  addAccuracyContent(*whole, u"accuracyDialog.content"_s, tr("Errors and runs"), this,
                     [this](QVBoxLayout& column) { buildContent(column); });
  buildButtons(*whole);
  start(std::string(plan::built_in_measured_runs()), {});
}

AccuracyDialog::~AccuracyDialog() = default;

/// Training or serving, with one page each. Serving runs are predicted once they are looked at.
void AccuracyDialog::buildChoice(QVBoxLayout& whole, QWidget& training) {
  m_task->setObjectName(u"accuracyDialog.task"_s);
  m_task->setAccessibleName(tr("Training or serving runs"));
  m_task->addTab(tr("Training"));
  m_task->addTab(tr("Serving"));
  m_task->setExpanding(false);
  m_task->setDrawBase(false);
  m_pages->setObjectName(u"accuracyDialog.pages"_s);
  m_pages->addWidget(&training);
  m_pages->addWidget(m_serving);
  whole.addWidget(m_task);
  whole.addWidget(m_pages, 1);
  connect(m_task, &QTabBar::currentChanged, this, [this](int page) {
    m_pages->setCurrentIndex(page);
    if (m_pages->currentWidget() == m_serving) m_serving->begin();
  });
  connect(m_serving, &ServingAccuracyPage::closeAsked, this, &QDialog::reject);
  connect(m_serving, &ServingAccuracyPage::calibrationChosen, this, &AccuracyDialog::calibrationChosen);
}

void AccuracyDialog::buildContent(QVBoxLayout& column) {
  buildErrors(column);
  m_summary->setObjectName(u"accuracyDialog.summary"_s);
  m_summary->setWordWrap(true);
  m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column.addWidget(m_summary);
  buildRows(column);
}

void AccuracyDialog::buildFilters(QVBoxLayout& whole) {
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(8));
  const auto add = [&](QComboBox* box, const QString& name, const QString& label) {
    addAccuracyChoice(*row, *box, u"accuracyDialog."_s + name, label);
    connect(box, &QComboBox::currentIndexChanged, this, &AccuracyDialog::refilter);
  };
  m_quantity->addItems({tr("Time"), tr("Memory")});
  add(m_quantity, u"quantity"_s, tr("Show"));
  add(m_gpu, u"gpu"_s, tr("GPU"));
  add(m_family, u"family"_s, tr("Family"));
  add(m_source, u"source"_s, tr("Source"));
  row->addStretch(1);
  buildExport();
  m_report->setObjectName(u"accuracyDialog.report"_s);
  connect(m_report, &QPushButton::clicked, this, [this] { setInReport(!m_inReport); });
  connect(m_report, &QPushButton::clicked, this, [this] {
    emit reportChanged(m_inReport ? std::vector{section()} : std::vector<ReportAddition>());
    if (m_inReport)
      tell(tr("The report has a section with the %n shown run(s).", nullptr, m_filter.rowCount()));
  });
  setInReport(false);
  row->addWidget(m_report);
  row->addWidget(m_export);
  whole.addLayout(row);
}

void AccuracyDialog::buildExport() {
  m_export->setObjectName(u"accuracyDialog.export"_s);
  m_export->setAccessibleName(tr("Export the shown runs"));
  auto* menu = new QMenu(m_export);
  menu->setObjectName(u"accuracyDialog.exportMenu"_s);
  const auto add = [&](const QString& name, const QString& text) {
    QAction* action = menu->addAction(text);
    action->setObjectName(u"accuracyDialog."_s + name);
    return action;
  };
  connect(add(u"exportRows"_s, tr("&Rows as CSV…")), &QAction::triggered, this, [this] {
    askWhere(tr("Export the rows"), u"accuracy.csv"_s, tr("Table (*.csv)"), &AccuracyDialog::exportRows);
  });
  connect(add(u"exportPlots"_s, tr("&Plots as SVG, PDF or PNG…")), &QAction::triggered, this, [this] {
    askWhere(tr("Export the plots"), u"accuracy.svg"_s,
             tr("Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)"), &AccuracyDialog::exportPlots);
  });
  m_export->setMenu(menu);
}

void AccuracyDialog::askWhere(const QString& title, const QString& name, const QString& kinds,
                              void (AccuracyDialog::*write)(const QString& path)) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  const QString path = QFileDialog::getSaveFileName(this, title, folder + u'/' + name, kinds);
  if (!path.isEmpty()) (this->*write)(path);
}

void AccuracyDialog::exportRows(const QString& path) {
  const ValidatedRows rows = m_filter.rows();
  const std::string text =
      calibration::rows_csv(std::span(rows.constData(), static_cast<std::size_t>(rows.size())));
  const Result<void> written = write_file(path.toStdString(), text);
  tell(written ? tr("Wrote %1").arg(QFileInfo(path).fileName()) : messageFor(written.error()).plain());
}

void AccuracyDialog::exportPlots(const QString& path) {
  const Result<void> written = writeFigure(m_plots->figure(), path);
  tell(written ? tr("Wrote %1").arg(QFileInfo(path).fileName()) : messageFor(written.error()).plain());
}

void AccuracyDialog::tell(const QString& text) {
  m_message->setText(text);
  m_message->setVisible(true);
}

/// The scatter plot; beside it the figures, how the errors are spread, and the GPU types.
void AccuracyDialog::buildErrors(QVBoxLayout& column) {
  m_groupTable->setObjectName(u"accuracyDialog.groups"_s);
  m_groupTable->setAccessibleName(tr("Errors by GPU type"));
  m_groups.setRows({}, {});  // columns, for the header
  m_groupTable->setModel(&m_groups);
  dressErrorGroups(*m_groupTable);
  auto* right = new QVBoxLayout;
  right->setSpacing(scaled(8));
  right->addWidget(m_figures);
  right->addWidget(m_plots->histogram(), 1);
  right->addWidget(m_groupTable, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(16));
  row->addWidget(m_plots->scatter(), 1);
  row->addLayout(right, 1);
  column.addLayout(row, 3);
  connect(m_plots, &AccuracyPlots::rowClicked, this, [this](const calibration::ValidatedRow* clicked) {
    for (int i = 0; i < m_filter.rowCount(); ++i)
      if (m_model.row(m_filter.mapToSource(m_filter.index(i, 0)).row()) == clicked) m_table->selectRow(i);
  });
}

void AccuracyDialog::buildRows(QVBoxLayout& column) {
  m_table->setObjectName(u"accuracyDialog.table"_s);
  m_table->setAccessibleName(tr("Measured runs with their prediction"));
  m_table->setModel(&m_filter);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(AccuracyModel::Id, Qt::AscendingOrder);
  dressRuns(*m_table);
  m_table->resizeColumnsToContents();
  m_leftTable->setObjectName(u"accuracyDialog.leftOut"_s);
  m_leftTable->setAccessibleName(tr("Runs left out, with the reason"));
  m_leftOut.setTable(leftOutColumns(), {});  // for the header
  m_leftTable->setModel(&m_leftOut);
  dressRuns(*m_leftTable);
  m_tabs->setObjectName(u"accuracyDialog.tabs"_s);
  m_tabs->setDocumentMode(true);
  m_tabs->addTab(m_table, tr("Predicted"));
  m_tabs->addTab(m_leftTable, tr("Left out"));
  column.addWidget(m_tabs, 1);
  connect(m_table, &QTableView::activated, this, &AccuracyDialog::openCurrent);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    m_plots->mark(currentRow());
    m_open->setEnabled(currentRow() != nullptr);
  });
}

void AccuracyDialog::buildButtons(QVBoxLayout& whole) {
  buildFit(whole);
  auto* buttons = new QHBoxLayout;
  m_open->setObjectName(u"accuracyDialog.open"_s);
  m_import->setObjectName(u"accuracyDialog.import"_s);
  m_published->setObjectName(u"accuracyDialog.published"_s);
  m_published->setVisible(false);
  m_open->setEnabled(false);
  auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->addWidget(m_import);
  buttons->addWidget(m_published);
  buttons->addStretch(1);
  buttons->addWidget(m_open);
  buttons->addWidget(close);
  whole.addLayout(buttons);
  connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_open, &QPushButton::clicked, this, &AccuracyDialog::openCurrent);
  connect(m_import, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Import measured runs"), {},
                                                      tr("Tables (*.csv);;All files (*)"));
    if (!path.isEmpty()) importRuns(path);
  });
  connect(m_published, &QPushButton::clicked, this,
          [this] { start(std::string(plan::built_in_measured_runs()), {}); });
}

void AccuracyDialog::importRuns(const QString& path) {
  auto text = read_text_file(path.toStdString(), file_limit::table);
  if (!text) {
    tell(messageFor(text.error()).plain());
    return;
  }
  if (serving::is_serving_table(*text)) {
    m_serving->importRuns(path);
    m_task->setCurrentIndex(m_pages->indexOf(m_serving));
    return;
  }
  start(*text, QFileInfo(path).fileName());
}

void AccuracyDialog::start(const std::string& csv, const QString& name) {
  m_summary->setText(tr("Predicting every run…"));
  m_fit->setEnabled(false);  // it is of the table before, and would take the place of this one
  m_latest.ask([csv, catalogue = m_catalogue](const Latest::Turn&) { return validate_runs(csv, catalogue); },
               [this, csv, name](Result<calibration::Validation> validation) {
                 arrived(std::move(validation), csv, name);
               });
}

void AccuracyDialog::arrived(Result<calibration::Validation> validation, const std::string& csv,
                             const QString& name) {
  m_fit->setEnabled(true);
  m_message->setVisible(!validation.has_value());
  if (!validation) {
    m_message->setText(messageFor(Error(validation.error()).in_file(name.toStdString())).plain());
    summarise();
    emit ready();
    return;
  }
  m_csv = csv;
  m_name = name;
  m_calibration.reset();
  m_published->setVisible(!name.isEmpty());
  present(std::move(*validation));
  if (!m_validation->skipped.empty()) {
    const calibration::SkippedRow& first = m_validation->skipped.front();
    m_message->setText(
        tr("%n row(s) left out, the first: %1", nullptr, static_cast<int>(m_validation->skipped.size()))
            .arg(messageFor(Error(first.error).in_file(name.toStdString())).plain()));
    m_message->setVisible(!name.isEmpty());
  }
  offer();
  emit ready();
}

void AccuracyDialog::present(calibration::Validation validation) {
  m_plots->setRows({}, AccuracyQuantity::time(), {});
  m_validation = std::make_shared<const calibration::Validation>(std::move(validation));
  m_model.setValidation(m_validation);
  fillChoices();
  fillLeftOut();
  refilter();
  m_table->resizeColumnsToContents();
}

std::vector<TextTable::Column> AccuracyDialog::leftOutColumns() { return {{tr("Run")}, {tr("Reason")}}; }

void AccuracyDialog::fillLeftOut() {
  const std::string file = (m_name.isEmpty() ? tr("the published table") : m_name).toStdString();
  std::vector<QStringList> rows;
  for (const calibration::SkippedRow& row : m_validation->skipped)
    rows.push_back({QString::fromStdString(row.id), messageFor(Error(row.error).in_file(file)).plain()});
  m_tabs->setTabText(
      0, tr("Predicted (%1)").arg(wholeText(static_cast<double>(m_validation->predicted.size()))));
  m_tabs->setTabText(1, tr("Left out (%1)").arg(wholeText(static_cast<double>(rows.size()))));
  m_leftOut.setTable(leftOutColumns(), std::move(rows));
  m_leftTable->resizeColumnToContents(0);
}

void AccuracyDialog::fillChoices() {
  const auto fill = [&](QComboBox* box, std::string calibration::ValidatedRow::*key) {
    std::set<std::string> values;
    for (const calibration::ValidatedRow& row : m_validation->predicted) values.insert(row.*key);
    fillAccuracyChoice(*box, tr("all"), values);
  };
  fill(m_gpu, &calibration::ValidatedRow::gpu);
  fill(m_family, &calibration::ValidatedRow::family);
  fill(m_source, &calibration::ValidatedRow::source);
}

void AccuracyDialog::refilter() {
  const bool time = m_quantity->currentIndex() == 0;
  m_filter.setFilter(time, m_gpu->currentData().toString(), m_family->currentData().toString(),
                     m_source->currentData().toString());
  m_plots->setRows(m_filter.rows(), time ? AccuracyQuantity::time() : AccuracyQuantity::memory(),
                   m_model.types());
  summarise();
}

void AccuracyDialog::summarise() {
  const ValidatedRows rows = m_filter.rows();
  const bool time = m_quantity->currentIndex() == 0;
  int all = 0;
  if (m_validation)
    for (const calibration::ValidatedRow& row : m_validation->predicted) all += row.time == time ? 1 : 0;
  m_figures->setRows(rows, all);
  m_groups.setRows(rows, m_model.types());
  m_export->setEnabled(!rows.isEmpty());
  m_report->setEnabled(m_inReport || !rows.isEmpty());
  if (rows.isEmpty()) {
    m_summary->setText(tr("No run fits these filters."));
    return;
  }
  const int shown = static_cast<int>(rows.size());
  const auto sentence = [&] {
    if (m_calibration)
      return tr("%n run(s) (%1), predicted with the constants fitted to them.", nullptr, shown);
    if (!m_name.isEmpty())
      return tr("%n run(s) (%1), predicted with the constants fitted to published runs.", nullptr, shown);
    return tr(
        "%n run(s) (%1). The constants were fitted to published runs, these among them; the README has "
        "the figures for runs left out of the fit.",
        nullptr, shown);
  };
  QString text = sentence().arg(m_name.isEmpty() ? tr("published") : m_name);
  if (const auto left = m_validation->skipped.size(); left > 0)
    text += u' ' + tr("%n row(s) of the table could not be predicted.", nullptr, static_cast<int>(left));
  m_summary->setText(text);
}

const calibration::ValidatedRow* AccuracyDialog::currentRow() const {
  const QModelIndex index = m_table->currentIndex();
  return index.isValid() ? m_model.row(m_filter.mapToSource(index).row()) : nullptr;
}

void AccuracyDialog::openCurrent() {
  const calibration::ValidatedRow* row = currentRow();
  if (row == nullptr) return;
  const auto plan = plan_of_run(m_csv, row->id, m_catalogue);
  if (!plan) {
    tell(messageFor(plan.error()).plain());
    return;
  }
  emit planChosen(*plan);
}

}  // namespace astrolabe::ui
