#pragma once
// The lines of which figures are made up: each one holds by itself, with what it takes.

#include <QStringList>

#include "ui/render/worked_inputs.h"

namespace astrolabe::ui {

/// Lines that several figures have in common; each adds its inputs, too.
class WorkedLines : public WorkedInputs {
 public:
  using WorkedInputs::WorkedInputs;

 protected:
  static constexpr int kShareDecimals = 6;
  static QString sum(const QStringList& terms);
  static QString inBrackets(const QStringList& terms);
  static QString product(const QStringList& factors);
  static QString usd(double value);

  void speed();
  /// The parts of the step as the stage that ends it sees them.
  void step();
  void mfu();
  /// What lies in the memory of a stage that is there: the figure begins here.
  void memory(int stage);
  void jobHours();
  void powerLine();
  void hourMoney();
  void goodput();
  /// What a dollar is worth, where money is shown in another currency.
  void noteRate();
  /// Whether all that is used has a price; where it has not, the figure says so.
  bool priced();
};

}  // namespace astrolabe::ui
