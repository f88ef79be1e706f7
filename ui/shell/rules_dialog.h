#pragma once
// The rules of a plan: the shipped ones to read, its own to write, each with what it removes.

#include <QDialog>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/strategy/rule_counts.h"
#include "core/strategy/rules.h"
#include "ui/document/latest.h"
#include "ui/document/plan_document.h"
#include "ui/shell/rule_text.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;
class QTableWidgetItem;

namespace astrolabe::ui {

/// Children: rulesDialog.table, .detail, .text, .check, .mistake (jumps to it), .variable, .apply, .revert.
/// What is typed is checked at once and counted beside the window's thread; applying it is one undo step, and
/// so is switching a rule.
class RulesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RulesDialog(PlanDocument& document, QWidget* parent = nullptr);
  /// Selects the rule of that name; with one of the plan's own, the cursor goes to it.
  void showRule(const QString& name);
  void setText(const QString& text);

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void reject() override;

 private:
  void buildTable();
  void buildText();
  void follow();
  void check();
  void count();
  void fillTable();
  void showDetail();
  void switchRule(QTableWidgetItem* item);
  void apply(const QString& text, const QString& what);
  void markMistake(int line, int column);
  bool mayClose();

  PlanDocument& m_document;
  /// Rules with what they remove from the space of one problem.
  struct CountedRules {
    std::shared_ptr<const strategy::Problem> problem;
    std::vector<strategy::Rule> rules;
    std::vector<strategy::RuleCount> counts;  ///< one a rule
    std::uint64_t total = 0;                  ///< configurations of the space
  };
  std::optional<CountedRules> m_counted;
  std::vector<PlacedRule> m_own;  ///< of the typed text, as it was when it could last be read
  QString m_applied;              ///< the plan's text when it was last looked at
  QTimer m_soon;
  bool m_filling = false;
  int m_mistakeLine = 0, m_mistakeColumn = 0;
  QTableWidget* m_table = nullptr;
  QLabel *m_detail = nullptr, *m_check = nullptr, *m_ownTitle = nullptr;
  QPlainTextEdit* m_text = nullptr;
  QPushButton *m_mistake = nullptr, *m_apply = nullptr, *m_revert = nullptr;
  QComboBox* m_variable = nullptr;
  Latest m_latest;
};

}  // namespace astrolabe::ui
