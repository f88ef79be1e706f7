#pragma once

#include "ui/document/program_proof.h"
#include "ui/results/kinds.h"
#include "ui/results/text_table.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTableView;

namespace astrolabe::ui {

class ProgramCode;
class ProgramTimeline;
class ShareBars;
class TabFold;

/// The distributed program for unequal GPUs: shares and gain at the left; timeline, tensors or collectives at
/// the right; its text beside these where there is room, else among them. Words in their place while there is
/// no program.
class ProgramPage : public KindPage {
  Q_OBJECT

 public:
  ProgramPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);

  ProgramTimeline& timeline() { return *m_timeline; }
  /// What executing the program came to.
  const ProgramProof& proof() const { return m_verified; }
  bool hasTable() const override { return true; }
  bool showsTable() const override { return m_asTable; }
  void setShowTable(bool table) override;
  /// The table in front, or the text of the whole program when the timeline is.
  QString copyText() const override;
  /// The program with the stage of its pipeline that is looked at.
  planning::OptionPtr option() const override;
  Figure figure() const override;
  bool hasProgram() const;
  /// The program, with the stage of its pipeline that is looked at; empty when there is none.
  ProgramPtr shown() const { return hasProgram() ? m_shown : nullptr; }
  /// Title, gain and status for people who do not see the page.
  QString summary() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  static constexpr int kNumbersWidth = 344;

  QWidget* head();
  QWidget* numbers();
  QWidget* views();
  QWidget* textPane(QWidget* parent);
  void placeText();
  void refresh();
  void refreshStale();
  void refreshButtons();
  void refreshWords();
  void refreshProof();
  void refreshNumbers();
  void addRun(int row, const QString& words);
  void refreshSequences();
  void refreshStages();
  void showStage(int stage);
  void showProgram();
  void showView(int view);

  PlanDocument& m_document;
  PlannerBridge& m_bridge;
  ProgramProof m_verified;
  planning::OptionPtr m_option;  ///< of the bridge
  ProgramPtr m_report, m_shown;  ///< its program; with the chosen stage
  QLabel *m_title = nullptr, *m_proof = nullptr, *m_words = nullptr, *m_block = nullptr;
  QLabel* m_stageLabel = nullptr;
  QComboBox *m_sequences = nullptr, *m_stages = nullptr;
  QPushButton *m_stop = nullptr, *m_more = nullptr, *m_again = nullptr;
  QStackedWidget *m_stack = nullptr, *m_viewStack = nullptr;
  QTabBar* m_choice = nullptr;
  TabFold* m_fold = nullptr;
  QGridLayout* m_grid = nullptr;
  ShareBars* m_shares = nullptr;
  ProgramTimeline* m_timeline = nullptr;
  ProgramCode* m_code = nullptr;
  QWidget *m_side = nullptr,
          *m_textPage = nullptr;  ///< where its lines stand: beside the views, or one of them
  TextTable m_tensors, m_collectives, m_events;
  bool m_asTable = false;
};

}  // namespace astrolabe::ui
