#include "ui/shell/accuracy_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "core/engine.h"
#include "core/plan/measured_plan.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/results/accuracy_plots.h"

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
      m_plots(new AccuracyPlots(this)),
      m_table(new QTableView(this)),
      m_open(new QPushButton(tr("&Open this run as a plan"), this)),
      m_import(new QPushButton(tr("&Import my runs…"), this)),
      m_published(new QPushButton(tr("Show &published runs"), this)) {
  setObjectName(u"accuracyDialog"_s);
  setWindowTitle(tr("How accurate?"));
  resize(scaledOn(screen(), 1040, 720));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(scaled(8));
  buildFilters();
  m_summary->setObjectName(u"accuracyDialog.summary"_s);
  m_summary->setWordWrap(true);
  m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_summary);
  m_message->setObjectName(u"accuracyDialog.message"_s);
  m_message->setWordWrap(true);
  m_message->setVisible(false);
  column->addWidget(m_message);
  column->addWidget(m_plots, 3);

  m_table->setObjectName(u"accuracyDialog.table"_s);
  m_table->setAccessibleName(tr("Measured runs with their prediction"));
  m_table->setModel(&m_filter);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(AccuracyModel::Id, Qt::AscendingOrder);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setShowGrid(false);
  m_table->setAlternatingRowColors(true);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->resizeColumnsToContents();
  column->addWidget(m_table, 2);

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
  column->addLayout(buttons);

  connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_open, &QPushButton::clicked, this, &AccuracyDialog::openCurrent);
  connect(m_table, &QTableView::activated, this, &AccuracyDialog::openCurrent);
  connect(m_import, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Import measured runs"), {},
                                                      tr("Tables (*.csv);;All files (*)"));
    if (!path.isEmpty()) importRuns(path);
  });
  connect(m_published, &QPushButton::clicked, this,
          [this] { start(std::string(plan::built_in_measured_runs()), {}); });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    m_plots->mark(currentRow());
    m_open->setEnabled(currentRow() != nullptr);
  });
  connect(m_plots, &AccuracyPlots::rowClicked, this, [this](const plan::ValidatedRow* row) {
    for (int i = 0; i < m_filter.rowCount(); ++i)
      if (m_model.row(m_filter.mapToSource(m_filter.index(i, 0)).row()) == row) m_table->selectRow(i);
  });
  start(std::string(plan::built_in_measured_runs()), {});
}

AccuracyDialog::~AccuracyDialog() = default;

void AccuracyDialog::buildFilters() {
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(8));
  const auto add = [&](QComboBox* box, const QString& name, const QString& label) {
    box->setObjectName(u"accuracyDialog."_s + name);
    box->setAccessibleName(label);
    auto* caption = new QLabel(label, this);
    caption->setBuddy(box);
    row->addWidget(caption);
    row->addWidget(box);
    connect(box, &QComboBox::currentIndexChanged, this, &AccuracyDialog::refilter);
  };
  m_quantity->addItems({tr("Time"), tr("Memory")});
  add(m_quantity, u"quantity"_s, tr("Show"));
  add(m_gpu, u"gpu"_s, tr("GPU"));
  add(m_family, u"family"_s, tr("Family"));
  add(m_source, u"source"_s, tr("Source"));
  row->addStretch(1);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void AccuracyDialog::importRuns(const QString& path) {
  auto text = read_text_file(path.toStdString());
  if (!text) {
    m_message->setText(messageFor(text.error()).plain());
    m_message->setVisible(true);
    return;
  }
  start(std::move(*text), QFileInfo(path).fileName());
}

void AccuracyDialog::start(std::string csv, const QString& name) {
  m_summary->setText(tr("Predicting every run…"));
  m_worker = std::jthread([this, csv = std::move(csv), name, catalogue = m_catalogue]() mutable {
    auto validation = std::make_shared<Result<plan::Validation>>(validate_runs(csv, catalogue));
    QMetaObject::invokeMethod(
        this,
        [this, validation, text = std::move(csv), name] { arrived(std::move(*validation), text, name); },
        Qt::QueuedConnection);
  });
}

void AccuracyDialog::arrived(Result<plan::Validation> validation, std::string csv, const QString& name) {
  m_message->setVisible(!validation.has_value());
  if (!validation) {
    m_message->setText(messageFor(Error(validation.error()).in_file(name.toStdString())).plain());
    summarise();
    emit ready();
    return;
  }
  m_csv = std::move(csv);
  m_name = name;
  m_plots->setRows({}, true);
  m_validation = std::make_shared<const plan::Validation>(std::move(*validation));
  m_model.setValidation(m_validation);
  m_published->setVisible(!name.isEmpty());
  if (!m_validation->skipped.empty()) {
    const plan::SkippedRow& first = m_validation->skipped.front();
    m_message->setText(
        tr("%n row(s) left out, the first: %1", nullptr, static_cast<int>(m_validation->skipped.size()))
            .arg(messageFor(Error(first.error).in_file(name.toStdString())).plain()));
    m_message->setVisible(!name.isEmpty());
  }
  fillChoices();
  refilter();
  m_table->resizeColumnsToContents();
  emit ready();
}

void AccuracyDialog::fillChoices() {
  const auto fill = [&](QComboBox* box, std::string plan::ValidatedRow::*key) {
    std::set<std::string> values;
    for (const plan::ValidatedRow& row : m_validation->predicted) values.insert(row.*key);
    const QSignalBlocker quiet(box);
    box->clear();
    box->addItem(tr("all"), QString());
    for (const std::string& value : values)
      box->addItem(QString::fromStdString(value), QString::fromStdString(value));
  };
  fill(m_gpu, &plan::ValidatedRow::gpu);
  fill(m_family, &plan::ValidatedRow::family);
  fill(m_source, &plan::ValidatedRow::source);
}

void AccuracyDialog::refilter() {
  const bool time = m_quantity->currentIndex() == 0;
  m_filter.setFilter(time, m_gpu->currentData().toString(), m_family->currentData().toString(),
                     m_source->currentData().toString());
  m_plots->setRows(m_filter.rows(), time);
  summarise();
}

void AccuracyDialog::summarise() {
  const QList<const plan::ValidatedRow*> rows = m_filter.rows();
  if (rows.isEmpty()) {
    m_summary->setText(tr("No run fits these filters."));
    return;
  }
  const plan::ErrorSummary s =
      plan::summarise(std::span(rows.constData(), static_cast<std::size_t>(rows.size())));
  const QString from = m_name.isEmpty() ? tr("published") : m_name;
  m_summary->setText(
      tr("%n run(s) (%1): half of the predictions are within %2, nine in ten within %3; typical error "
         "%4; %5 lie inside their 80 % band. The constants were fitted to published runs, these among "
         "them; the README has the figures for runs left out of the fit.",
         nullptr, s.rows)
          .arg(from, percentText(s.median_abs), percentText(s.p90_abs), signedPercentText(s.bias),
               percentText(s.band_coverage, 0)));
}

const plan::ValidatedRow* AccuracyDialog::currentRow() const {
  const QModelIndex index = m_table->currentIndex();
  return index.isValid() ? m_model.row(m_filter.mapToSource(index).row()) : nullptr;
}

void AccuracyDialog::openCurrent() {
  const plan::ValidatedRow* row = currentRow();
  if (row == nullptr) return;
  const auto plan = plan_of_run(m_csv, row->id, m_catalogue);
  if (!plan) {
    m_message->setText(messageFor(plan.error()).plain());
    m_message->setVisible(true);
    return;
  }
  emit planChosen(*plan);
}

}  // namespace astrolabe::ui
