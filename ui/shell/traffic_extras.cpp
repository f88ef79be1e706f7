#include "ui/shell/traffic_extras.h"

#include <QComboBox>
#include <QLabel>
#include <algorithm>

#include "core/serving/question.h"
#include "ui/document/asked_json.h"
#include "ui/render/serving_question_words.h"
#include "ui/shell/day_profile.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMostCv = 100.0, kMostDrafts = 64.0, kMostLoad = 1e4, kUsualAccepted = 0.7, kFirstSkew = 1.5;

}  // namespace

TrafficExtras::TrafficExtras(PlanDocument& document, QWidget* parent)
    : FieldRows(u"traffic.extras"_s, u"traffic"_s, parent), m_document(document) {
  addArrivals();
  addDrafts();
  addExperts();
}

void TrafficExtras::addArrivals() {
  m_dayLabel = new QLabel(tr("Traffic over the day"), this);
  quieten(m_dayLabel);
  addWide(m_dayLabel);
  m_day = new DayProfile(u"traffic.hours"_s, this);
  m_dayLabel->setBuddy(m_day);
  addWide(m_day);
  connect(m_day, &DayProfile::chosen, this, [this](const std::vector<double>& hours) {
    emit edited(tr("traffic over the day", "undo step: Set …"), "traffic", [hours](Json& asked) {
      if (hours.empty())
        asked["traffic"].erase("hours");
      else
        asked["traffic"]["hours"] = hours;
    });
  });
  m_arrivals = makeNumber("arrivals", tr("Variation of arrivals"), {},
                          tr("Standard deviation of the gaps between requests over their mean: 1 where they "
                             "come at random, more in bursts. A published trace brings its own."));
  m_arrivals->setLimits({.low = 0, .high = kMostCv, .aboveZero = true});
  m_arrivals->setDefault(1.0);
  addRow(tr("Bursts (CV)"), m_arrivals, m_arrivals->errorLabel());
  const QString what = tr("variation of arrivals", "undo step: Set …");
  connect(m_arrivals, &NumberField::committed, this, [this, what](double value) {
    emit edited(what, "traffic", [value](Json& asked) { asked["traffic"]["arrival_cv"] = value; });
  });
  connect(m_arrivals, &NumberField::defaultWanted, this, [this, what] {
    emit edited(what, {}, [](Json& asked) {
      if (asked.contains("traffic")) asked["traffic"].erase("arrival_cv");
    });
  });
}

void TrafficExtras::addDrafts() {
  m_drafts = makeNumber("drafts", tr("Drafted tokens"), {},
                        tr("Speculation: tokens that are drafted at most for each step; 0: none. Deployments "
                           "with and without are compared."));
  m_drafts->setLimits({.low = 0, .high = kMostDrafts, .whole = true, .aboveZero = false});
  m_drafts->setDefault(0.0);
  addRow(tr("Drafted tokens"), m_drafts, m_drafts->errorLabel());
  const QString what = tr("drafted tokens", "undo step: Set …");
  const auto none = [](Json& asked) { asked.erase("speculation"); };
  connect(m_drafts, &NumberField::committed, this, [this, what, none](double value) {
    if (value <= 0.0) return emit edited(what, {}, none);
    emit edited(what, "speculation", [value](Json& asked) {
      Json& drafts = asked["speculation"];
      if (!drafts.is_object()) drafts = Json{{"draft_tokens", 0}, {"accepted", kUsualAccepted}};
      drafts["draft_tokens"] = static_cast<int>(value);
    });
  });
  connect(m_drafts, &NumberField::defaultWanted, this, [this, what, none] { emit edited(what, {}, none); });
  m_accepted = makeNumber("accepted", tr("Accepted drafts"), u"%"_s,
                          tr("Probability that a drafted token is accepted if those before it were."));
  m_accepted->setLimits({.low = 0, .high = 100, .aboveZero = false});
  m_acceptedLabel = addRow(tr("Accepted"), m_accepted, m_accepted->errorLabel());
  connect(m_accepted, &NumberField::committed, this, [this](double value) {
    emit edited(tr("accepted drafts", "undo step: Set …"), "speculation",
                [value](Json& asked) { asked["speculation"]["accepted"] = value / 100.0; });
  });
}

/// Entries: as even as in measured runs, each measured skew, one's own number.
void TrafficExtras::addExperts() {
  m_experts =
      makeChoice("experts", tr("Loads of experts"),
                 tr("How uneven the loads of experts are: the fullest rank of expert parallelism sets "
                    "the time. A table by layer and expert is read from a job's file."));
  m_experts->addItem(tr("as in measured runs"));
  for (const serving::SkewProfile& profile : serving::skew_profiles())
    m_experts->addItem(QString::fromStdString(profile.id), QString::fromStdString(profile.id));
  m_experts->addItem(tr("by a number"));
  m_expertsLabel = addRow(tr("Loads of experts"), m_experts);
  connect(m_experts, &QComboBox::activated, this, &TrafficExtras::takeLoads);
  m_skew = makeNumber("skew", tr("Skew of experts"), {},
                      tr("Load of the fullest rank over the mean, with an expert on each rank."));
  m_skew->setLimits({.low = 1, .high = kMostLoad});
  m_skewLabel = addRow(tr("Skew"), m_skew, m_skew->errorLabel());
  connect(m_skew, &NumberField::committed, this, [this](double value) {
    emit edited(tr("skew of experts", "undo step: Set …"), "expert_load",
                [value](Json& asked) { asked["expert_load"]["skew"] = value; });
  });
}

void TrafficExtras::takeLoads(int index) {
  const QString what = tr("loads of experts", "undo step: Set …");
  if (index == 0) return emit edited(what, {}, [](Json& asked) { asked.erase("expert_load"); });
  const std::string id = m_experts->itemData(index).toString().toStdString();
  emit edited(what, "expert_load", [id](Json& asked) {
    asked["expert_load"] = id.empty() ? Json{{"skew", kFirstSkew}} : Json{{"profile", id}};
  });
}

void TrafficExtras::refresh(const Json& asked) {
  const Json traffic = memberOf(asked, "traffic");
  const bool rate = traffic.is_object() && traffic.contains("requests_per_second");
  const Json hours = memberOf(traffic, "hours");
  std::vector<double> factors;
  if (hours.is_array())
    for (const Json& factor : hours) factors.push_back(factor.is_number() ? factor.get<double>() : 0.0);
  m_day->setHours(factors);
  m_day->setVisible(rate);
  m_dayLabel->setVisible(rate);
  const auto job = servedJob(m_document.plan().job);
  const bool stated = traffic.is_object() && traffic.contains("arrival_cv");
  m_arrivals->setValue(job ? job->traffic.arrival_variation : numberIn(traffic, "arrival_cv").value_or(1.0));
  m_arrivals->setAssumed(!stated);
  const Json drafts = memberOf(asked, "speculation");
  const bool drafted = drafts.is_object();
  m_drafts->setValue(numberIn(drafts, "draft_tokens").value_or(0.0));
  m_drafts->setAssumed(!drafted);
  m_accepted->setValue(100.0 * numberIn(drafts, "accepted").value_or(kUsualAccepted));
  for (QWidget* widget : {static_cast<QWidget*>(m_accepted), static_cast<QWidget*>(m_acceptedLabel)})
    widget->setVisible(drafted);
  const auto architecture = m_document.architecture();
  const bool experts = architecture != nullptr && serving::shape_of(*architecture).moe();
  const Json load = memberOf(asked, "expert_load");
  const Json profile = memberOf(load, "profile");
  const bool number = load.is_object() && load.contains("skew");
  int entry = 0;
  if (profile.is_string())
    entry = m_experts->findData(QString::fromStdString(profile.get<std::string>()));
  else if (number)
    entry = m_experts->count() - 1;
  else if (!load.is_null())
    entry = -1;  // a table, which files alone state
  m_experts->setCurrentIndex(entry);
  m_experts->setPlaceholderText(entry < 0 ? tr("as in a file") : QString());
  m_skew->setValue(numberIn(load, "skew").value_or(1.0));
  const bool shown = experts || !load.is_null();
  for (QWidget* widget : {static_cast<QWidget*>(m_experts), static_cast<QWidget*>(m_expertsLabel)})
    widget->setVisible(shown);
  for (QWidget* widget : {static_cast<QWidget*>(m_skew), static_cast<QWidget*>(m_skewLabel)})
    widget->setVisible(shown && number);
}

bool TrafficExtras::tell(const std::optional<Error>& error, const QString& words) {
  ToldAtFields told(error, words);
  m_day->setProblem(told.at("traffic.hours"));
  told.tell(*m_arrivals, "arrival_cv");
  told.tell(*m_drafts, "draft_tokens");
  told.tell(*m_accepted, "speculation.accepted");
  told.tell(*m_skew, "expert_load.skew");
  return told.placed;
}

}  // namespace astrolabe::ui
