#pragma once
// The filter of the ranking: "tp=8 mem<90% type:h100 -recompute:full". Terms are joined by "and".

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/base/result.h"
#include "core/cost/evaluation.h"
#include "core/planning/option.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// A mistake in the text of a filter, and where it stands there.
struct FilterMistake {
  QString text;
  int at = 0, length = 0;
};

/// The facts of one row that a filter can ask for.
struct FilterRow {
  const cost::Evaluation* evaluation = nullptr;  ///< null for a rejected row
  const strategy::Strategy* strategy = nullptr;  ///< null for a row of another kind than pipelines
  double rank = 0.0;                             ///< from 1
  double delta = 0.0;                            ///< how much better than the reference, as a share
  bool pinned = false, mine = false, rejected = false;
  const planning::Option* beside = nullptr;  ///< in place of a strategy
};

class RowFilter {
  Q_DECLARE_TR_FUNCTIONS(RowFilter)

 public:
  /// An empty text accepts every row. Numbers take the locale's digits or plain ones, and %, k, M, s, ms, h,
  /// d.
  static tl::expected<RowFilter, FilterMistake> parse(const QString& text);
  /// Names of the fields, for completion and help.
  static QStringList fields();
  /// What a filter may say, in a few lines.
  static QString help();

  bool isEmpty() const { return m_terms.empty(); }
  /// Words about GPU types are looked up in the pools of `problem` once.
  void bind(const strategy::Problem* problem);
  bool accepts(const FilterRow& row) const;

 private:
  enum class Op { Equal, NotEqual, Less, AtMost, More, AtLeast };
  struct Term {
    int field = -1;  ///< index into the table of fields
    Op op = Op::Equal;
    double value = 0.0;
    QString word;
    bool negated = false;
    std::vector<bool> pools;  ///< of a type: which pools match
  };
  static tl::expected<Term, FilterMistake> readTerm(const QString& text, int at);
  bool holds(const Term& term, const FilterRow& row) const;

  std::vector<Term> m_terms;
};

}  // namespace astrolabe::ui
