// What the accuracy page hands on: constants fitted to runs of one's own, and a section of the report.
#include <QComboBox>
#include <QDate>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "core/base/file_write.h"
#include "core/engine.h"
#include "ui/render/calibration_text.h"
#include "ui/render/figure_file.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/results/accuracy_plots.h"
#include "ui/shell/accuracy_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void AccuracyDialog::buildFit(QVBoxLayout& below) {
  m_ofPlan->setObjectName(u"accuracyDialog.ofPlan"_s);
  m_ofPlan->setWordWrap(true);
  m_ofPlan->setTextFormat(Qt::PlainText);  // it holds the name of a file
  m_ofPlan->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  below.addWidget(m_ofPlan);
  auto* row = new QHBoxLayout;
  for (const auto& [button, name] :
       {std::pair{m_fit, u"fit"_s}, {m_use, u"use"_s}, {m_save, u"save"_s}, {m_shipped, u"shipped"_s}}) {
    button->setObjectName(u"accuracyDialog."_s + name);
    row->addWidget(button);
  }
  row->addStretch(1);
  below.addLayout(row);
  m_fit->setToolTip(tr("Three runs of different layouts are enough to help"));
  connect(m_fit, &QPushButton::clicked, this, &AccuracyDialog::fitRuns);
  connect(m_use, &QPushButton::clicked, this, [this] {
    if (!m_calibration) return;
    emit calibrationChosen(text_of(calibration::to_json(*m_calibration)));
    tell(tr("The plan now uses the constants fitted to your runs."));
  });
  connect(m_save, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the constants"), u"calibration.json"_s,
                                                      tr("Calibrations (*.json)"));
    if (!path.isEmpty()) saveConstants(path);
  });
  connect(m_shipped, &QPushButton::clicked, this, [this] { emit calibrationChosen({}); });
  offer();
}

/// Runs of one's own can be fitted to; what was fitted can be used and saved.
void AccuracyDialog::offer() {
  m_fit->setVisible(!m_name.isEmpty() && !m_calibration);
  m_use->setVisible(m_calibration.has_value());
  m_save->setVisible(m_calibration.has_value());
  const bool own = !m_planCalibration.empty();
  m_shipped->setVisible(own);
  m_ofPlan->setVisible(own);
  m_ofPlan->setText(own ? tr("Constants of the plan: %1", "when and from what they were made")
                              .arg(calibrationText(m_planCalibration))
                        : QString());
}

void AccuracyDialog::fitRuns() {
  m_fit->setEnabled(false);
  m_summary->setText(tr("Fitting constants to the runs…"));
  m_latest.ask(
      [csv = m_csv, catalogue = m_catalogue](const Latest::Turn&) { return fit_runs(csv, catalogue); },
      [this](const Result<calibration::FittedRuns>& fit) { fitted(fit); });
}

void AccuracyDialog::fitted(const Result<calibration::FittedRuns>& fit) {
  m_fit->setEnabled(true);
  if (!fit) {
    tell(messageFor(Error(fit.error()).in_file(m_name.toStdString())).plain());
    summarise();
    emit ready();
    return;
  }
  m_calibration = fit->calibration;
  m_calibration->date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  m_calibration->source = m_name.toStdString();
  present(fit->validation);
  offer();
  tell(tr("Fitted to %n run(s): median error %1 before, %2 after, of these runs themselves.", nullptr,
          m_calibration->runs)
           .arg(percentText(m_calibration->median_abs_error_before),
                percentText(m_calibration->median_abs_error_after)));
  emit ready();
}

void AccuracyDialog::saveConstants(const QString& path) {
  if (!m_calibration) return;
  const Result<void> written =
      write_file(path.toStdString(), text_of(calibration::to_json(*m_calibration), 2) + '\n');
  tell(written ? tr("Wrote %1").arg(QFileInfo(path).fileName()) : messageFor(written.error()).plain());
}

void AccuracyDialog::setPlanCalibration(const std::string& calibration) {
  m_planCalibration = calibration;
  offer();
}

void AccuracyDialog::setInReport(bool inside) {
  m_inReport = inside;
  m_report->setText(inside ? tr("Re&move from report") : tr("Add to &report"));
}

/// The shown rows as they stand: what was filtered, both plots, errors by GPU type.
ReportAddition AccuracyDialog::section() {
  ReportAddition added;
  added.heading = tr("How accurate such predictions are");
  QStringList filters;
  for (const QComboBox* box : {m_gpu, m_family, m_source})
    if (!box->currentData().toString().isEmpty()) filters << box->currentText();
  const calibration::ErrorSummary errors = summaryOf(m_filter.rows());
  added.paragraph =
      tr("%n run(s) (%1): median error %2, nine in ten within %3, %4 inside their 80 % band.", nullptr,
         errors.rows)
          .arg(filters.isEmpty() ? (m_name.isEmpty() ? tr("published") : m_name) : filters.join(u", "_s),
               percentText(errors.median_abs), percentText(errors.p90_abs),
               percentText(errors.band_coverage, 0)) +
      u' ' + m_summary->text();
  added.drawingWords = tr("Predicted over measured, and how the errors are spread.");
  added.drawing = svgOf(m_plots->figure());
  added.tableWords = tr("Errors by GPU type.");
  for (int column = 0; column < m_groups.columnCount(); ++column)
    added.columns.push_back({m_groups.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                             column == 0 ? 2.0 : 1.0, column > 0});
  for (int row = 0; row < m_groups.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < m_groups.columnCount(); ++column)
      cells << m_groups.index(row, column).data().toString();
    added.rows.push_back(std::move(cells));
  }
  return added;
}

}  // namespace astrolabe::ui
