#pragma once
// What few serving jobs say: traffic over the day, how unevenly requests come, drafted tokens, loads of
// experts.

#include "ui/document/plan_document.h"
#include "ui/shell/field_rows.h"

namespace astrolabe::ui {

class DayProfile;

/// Fields traffic.hours (see DayProfile), .arrivals, .drafts, .accepted, .experts, .skew.
class TrafficExtras : public FieldRows {
  Q_OBJECT

 public:
  explicit TrafficExtras(PlanDocument& document, QWidget* parent = nullptr);
  /// Shows what the job says.
  void refresh(const Json& asked);
  /// Says an error at the field that it concerns; false where it concerns none.
  bool tell(const std::optional<Error>& error, const QString& words);

 private:
  void addArrivals();
  void addDrafts();
  void addExperts();
  void takeLoads(int index);

  PlanDocument& m_document;
  DayProfile* m_day = nullptr;
  NumberField *m_arrivals = nullptr, *m_drafts = nullptr, *m_accepted = nullptr, *m_skew = nullptr;
  QComboBox* m_experts = nullptr;
  QLabel *m_dayLabel = nullptr, *m_acceptedLabel = nullptr, *m_expertsLabel = nullptr, *m_skewLabel = nullptr;
};

}  // namespace astrolabe::ui
