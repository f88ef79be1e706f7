#pragma once

#include <QDialog>
#include <vector>

#include "ui/compare/comparison.h"
#include "ui/controls/refresh.h"
#include "ui/render/figure_file.h"
#include "ui/render/worked_figure.h"

class QBoxLayout;
class QCheckBox;
class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace astrolabe::ui {

class ComparedKind;

/// Two to four scenarios of the plan side by side: cluster, inputs, best result, breakdowns on one axis each,
/// with changes to the baseline. It follows the plan and searches what has no answer; nothing in it edits a
/// scenario.
class CompareWindow : public QDialog {
  Q_OBJECT

 public:
  CompareWindow(PlanDocument& document, ScenarioAnswers& answers, QWidget* parent = nullptr);
  /// What it shows now.
  const Comparison& comparison() const { return m_comparison; }
  bool differencesOnly() const;
  /// Which scenarios; at most four, those that the plan has.
  void setShown(std::vector<int> ids);
  /// Whether the report has a section of the comparison.
  void setInReport(bool inside);

 signals:
  /// A scenario is to be looked at in the window of the plan.
  void scenarioChosen(int id);
  void baselineChosen(int id);
  void duplicateRequested();
  /// A table or a drawing is to be written under a name that a person is asked for.
  void fileOffered(const QString& title, const QString& ending, const QString& filter,
                   const QByteArray& bytes);
  void figureRequested(const astrolabe::ui::Figure& figure);
  /// What is looked at is to be a step of the presentation.
  void viewSaved();
  void reportToggled(bool inside);
  void told(const QString& text);
  /// How a figure is worked out was asked; `at` is where it stands on the screen.
  void figureAsked(const astrolabe::ui::WorkedFigure& figure, const QRect& at);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static constexpr double kEdge = 16.0;  ///< of the bar and the page
  // compare_tools.cpp
  void buildTools();
  void buildMore();
  void fitAbout();
  void chooseScenarios();
  void copy();
  /// What stands here as it goes into files, whose money is dollars.
  Comparison inDollars() const;
  // compare_kinds.cpp
  QWidget* kindsHint();
  void planKinds();
  void addHint(const ComparedKind& kind, QBoxLayout& lines, QWidget& hint);
  // compare_window.cpp
  void buildGrid();
  static QWidget* sameOrBeside(const QWidget& page, const QString& focused);
  void buildNames();
  void placeNames();
  QWidget* header(const ComparedColumn& column);
  QWidget* cell(const ComparedRow& row, std::size_t column);
  bool isWanted(const ComparedRow& row) const;
  void refresh();
  void refreshSoon();
  void dropGone();
  // compare_asked.cpp
  bool canAsk(const ComparedRow& row, std::size_t column) const;
  void ask(const ComparedRow& row, std::size_t column, const QRect& at);

  PlanDocument& m_document;
  ScenarioAnswers& m_answers;
  std::vector<int> m_ids;  ///< empty: the first ones
  Comparison m_comparison;
  QString m_aboutText;  ///< whole; the bar may have room for a part of it
  QLabel *m_about, *m_count, *m_decision;
  QToolButton *m_choose, *m_copy, *m_export, *m_more;
  QPushButton* m_report;
  QCheckBox* m_differences;
  QScrollArea* m_scroll;
  QFrame* m_names;  ///< of the scenarios, over the rows once their heads are scrolled away
  Refresh m_refresh{[this] {
    if (isVisible()) refresh();
  }};
  bool m_inReport = false, m_outdated = false;
};

}  // namespace astrolabe::ui
