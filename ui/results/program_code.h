#pragma once

#include <QTableView>

#include "ui/document/program_proof.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

/// The program as lines to read: number, text, length; collectives and loops stand out. Layers that are alike
/// stand once. The chosen line is the block of the timeline.
class ProgramCode : public QTableView {
  Q_OBJECT

 public:
  explicit ProgramCode(QWidget* parent = nullptr);
  void setReport(const ProgramPtr& report);
  QString copyText() const { return m_text; }
  /// Chooses the line of the report's event `event`, if it has one.
  void chooseEvent(int event);

 signals:
  void eventChosen(int event);

 private:
  TextTable m_lines;
  std::vector<int> m_events;  ///< of each line, -1 for none
  QString m_text;
};

}  // namespace astrolabe::ui
