#include "ui/shell/prefix_fields.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>

#include "ui/render/theme.h"
#include "ui/shell/field_rows.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMostTokens = 1e15, kMostHostGib = 1e6, kFirstHostGib = 64.0;
constexpr const char* kShareKey = "cached_prefix";
constexpr const char* kTokensKey = "prefix_tokens";
constexpr const char* kHostKey = "kv_host_gib";

Json saidOf(const Json& asked, const char* key) {
  return asked.is_object() && asked.contains(key) ? asked[key] : Json();
}

std::optional<double> numberSaid(const Json& asked, const char* key) {
  const Json said = saidOf(asked, key);
  return said.is_number() ? std::optional(said.get<double>()) : std::nullopt;
}

/// A job without what it fixes of the host's memory.
void freeHost(Json& asked) {
  if (!saidOf(asked, "fixed").is_object()) return;
  asked["fixed"].erase(kHostKey);
  if (asked["fixed"].empty()) asked.erase("fixed");
}

}  // namespace

PrefixFields::PrefixFields(QWidget* parent) : QWidget(parent) {
  setObjectName(u"traffic.prefix"_s);
  m_grid = new QGridLayout(this);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(scaled(8));
  m_grid->setVerticalSpacing(scaled(5));
  m_grid->setColumnStretch(0, 1);
  addShare();
  addTokens();
  addHost();
  refresh(Json::object());  // what is hidden asks for no width
  colour();
}

QLabel* PrefixFields::addRow(const QString& label, QWidget* field, QLabel* error) {
  m_quiet << addFieldRow(*m_grid, label, field, error, this);
  return m_quiet.back();
}

void PrefixFields::addShare() {
  m_share = trafficNumber("cached", tr("Cached prefix"), u"%"_s,
                          tr("Share of a prompt whose keys and values were computed before."), this);
  m_share->setLimits({.low = 0, .high = 100, .aboveZero = false});
  m_share->setDefault(0.0);
  addRow(tr("Cached prefix"), m_share, m_share->errorLabel());
  const QString what = tr("cached prefix", "undo step: Set …");
  connect(m_share, &NumberField::committed, this, [this, what](double value) {
    emit edited(what, kShareKey, [value](Json& asked) { asked[kShareKey] = value / 100.0; });
  });
  connect(m_share, &NumberField::defaultWanted, this,
          [this, what] { emit edited(what, {}, [](Json& asked) { asked.erase(kShareKey); }); });
}

void PrefixFields::addTokens() {
  m_tokens = trafficNumber(
      "prefixes", tr("Tokens of all prefixes"), tr("tokens"),
      tr("Tokens of all parts of prompts that come again, together: what the memory has no room for is "
         "computed again. 0: not said, the cache has room for all."),
      this);
  m_tokens->setLimits({.low = 0, .high = kMostTokens, .aboveZero = false});
  m_tokens->setDefault(0.0);
  m_tokensLabel = addRow(tr("All prefixes"), m_tokens, m_tokens->errorLabel());
  const QString what = tr("tokens of all prefixes", "undo step: Set …");
  const auto none = [](Json& asked) { asked.erase(kTokensKey); };
  connect(m_tokens, &NumberField::committed, this, [this, what, none](double value) {
    if (value <= 0.0) return emit edited(what, {}, none);
    emit edited(what, kTokensKey, [value](Json& asked) { asked[kTokensKey] = value; });
  });
  connect(m_tokens, &NumberField::defaultWanted, this, [this, what, none] { emit edited(what, {}, none); });
}

void PrefixFields::addHost() {
  const QString meaning =
      tr("Memory of the host, for each GPU, that keeps keys and values of prefixes. Not ticked: the search "
         "takes all that there is where it helps.");
  m_hosted = new QCheckBox(tr("Host memory for them"), this);
  m_hosted->setObjectName(u"traffic.host.check"_s);
  m_hosted->setToolTip(meaning);
  m_host = trafficNumber("host", tr("Host memory for prefixes, for each GPU"), u"GiB"_s, meaning, this);
  m_host->setLimits({.low = 0, .high = kMostHostGib, .whole = true, .aboveZero = false});
  m_host->setFixedWidth(scaled(largeText() ? 96 : 120));
  const int row = m_grid->rowCount();
  m_grid->addWidget(m_hosted, row, 0);
  m_grid->addWidget(m_host, row, 1);
  m_grid->addWidget(m_host->errorLabel(), row + 1, 0, 1, 2);
  connect(m_hosted, &QCheckBox::clicked, this, [this](bool on) {
    if (!on) return emit edited(tr("host memory as it helps", "undo step: Set …"), {}, freeHost);
    takeHost(m_host->value().value_or(kFirstHostGib));
    m_host->setFocus(Qt::OtherFocusReason);
  });
  connect(m_host, &NumberField::committed, this, &PrefixFields::takeHost);
}

void PrefixFields::takeHost(double gib) {
  emit edited(tr("host memory for prefixes", "undo step: Set …"), "fixed", [gib](Json& asked) {
    if (!saidOf(asked, "fixed").is_object()) asked["fixed"] = Json::object();
    asked["fixed"][kHostKey] = static_cast<int>(gib);
    if (!saidOf(asked, "allowed").is_object()) return;  // a key stands in one of both
    asked["allowed"].erase(kHostKey);
    if (asked["allowed"].empty()) asked.erase("allowed");
  });
}

void PrefixFields::refresh(const Json& asked) {
  const auto share = numberSaid(asked, kShareKey), tokens = numberSaid(asked, kTokensKey),
             host = numberSaid(saidOf(asked, "fixed"), kHostKey);
  m_share->setValue(100.0 * share.value_or(0.0));
  m_share->setAssumed(!share);
  m_tokens->setValue(tokens.value_or(0.0));
  m_tokens->setAssumed(!tokens);
  const bool cached = share.value_or(0.0) > 0.0;
  m_tokens->setVisible(cached || tokens);
  m_tokensLabel->setVisible(cached || tokens);
  const bool typing = m_host->hasFocus() || m_host->isRefused();
  m_hosted->setChecked(host || (m_hosted->isChecked() && typing));
  m_hosted->setVisible(cached || host);
  m_host->setVisible(cached || host);
  m_host->setEnabled(m_hosted->isChecked());
  if (host) m_host->setValue(*host);
}

bool PrefixFields::tell(const std::optional<Error>& error, const QString& words) {
  bool placed = false;
  for (const auto& [field, key] :
       {std::pair(m_share, kShareKey), {m_tokens, kTokensKey}, {m_host, kHostKey}}) {
    const bool here = error && error->where.find(key) != std::string::npos;
    placed = placed || here;
    if (!field->isRefused()) field->setProblem(here ? words : QString());
  }
  return placed;
}

void PrefixFields::colour() {
  for (QLabel* label : std::as_const(m_quiet)) setInk(label, currentTheme().text2);
}

void PrefixFields::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && !m_quiet.isEmpty()) colour();
}

}  // namespace astrolabe::ui
