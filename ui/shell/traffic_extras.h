#pragma once
// What few serving jobs say: traffic over the day, how unevenly requests come, drafted tokens, loads of
// experts.

#include <QWidget>
#include <functional>
#include <optional>
#include <string>

#include "core/base/json.h"
#include "ui/document/plan_document.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace astrolabe::ui {

class DayProfile;
class NumberField;

/// Fields traffic.hours (see DayProfile), .arrivals, .drafts, .accepted, .experts, .skew.
class TrafficExtras : public QWidget {
  Q_OBJECT

 public:
  explicit TrafficExtras(PlanDocument& document, QWidget* parent = nullptr);
  /// Shows what the job says.
  void refresh(const Json& asked);
  /// Says an error at the field that it concerns; false where it concerns none.
  bool tell(const std::optional<Error>& error, const QString& words);

 signals:
  /// A person changes the job: what, for the undo step; the key that is stated by it; how.
  void edited(const QString& what, const std::string& key, const std::function<void(astrolabe::Json&)>& edit);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QLabel* addRow(const QString& label, QWidget* field, QLabel* error = nullptr);
  void addArrivals();
  void addDrafts();
  void addExperts();
  void takeLoads(int index);
  void colour();

  PlanDocument& m_document;
  QGridLayout* m_grid = nullptr;
  DayProfile* m_day = nullptr;
  NumberField *m_arrivals = nullptr, *m_drafts = nullptr, *m_accepted = nullptr, *m_skew = nullptr;
  QComboBox* m_experts = nullptr;
  QLabel *m_dayLabel = nullptr, *m_acceptedLabel = nullptr, *m_expertsLabel = nullptr, *m_skewLabel = nullptr;
  QList<QLabel*> m_quiet;
};

}  // namespace astrolabe::ui
