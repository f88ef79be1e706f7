#include "ui/shell/prefix_fields.h"

#include <QCheckBox>
#include <QLabel>
#include <algorithm>

#include "ui/document/asked_json.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMostTokens = 1e15, kMostHostGib = 1e6, kFirstHostGib = 64.0;
constexpr const char* kShareKey = "cached_prefix";
constexpr const char* kTokensKey = "prefix_tokens";
constexpr const char* kHostKey = "kv_host_gib";

/// A job without what it fixes of the host's memory.
void freeHost(Json& asked) {
  if (!memberOf(asked, "fixed").is_object()) return;
  asked["fixed"].erase(kHostKey);
  if (asked["fixed"].empty()) asked.erase("fixed");
}

}  // namespace

PrefixFields::PrefixFields(QWidget* parent) : FieldRows(u"traffic.prefix"_s, u"traffic"_s, parent) {
  addShare();
  addTokens();
  addHost();
  refresh(Json::object());  // what is hidden asks for no width
}

void PrefixFields::addShare() {
  m_share = makeNumber("cached", tr("Cached prefix"), u"%"_s,
                       tr("Share of a prompt whose keys and values were computed before."));
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
  m_tokens = makeNumber(
      "prefixes", tr("Tokens of all prefixes"), tr("tokens"),
      tr("Tokens of all parts of prompts that come again, together: what the memory has no room for is "
         "computed again. 0: not said, the cache has room for all."));
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
  m_hosted = makeBox("host.check", tr("Host memory for them"), meaning);
  m_host = makeNumber("host", tr("Host memory for prefixes, for each GPU"), u"GiB"_s, meaning);
  m_host->setLimits({.low = 0, .high = kMostHostGib, .whole = true, .aboveZero = false});
  addChecked(m_hosted, m_host);
  connect(m_hosted, &QCheckBox::clicked, this, [this](bool on) {
    if (!on) return emit edited(tr("host memory as it helps", "undo step: Set …"), {}, freeHost);
    takeHost(m_host->value().value_or(kFirstHostGib));
    m_host->setFocus(Qt::OtherFocusReason);
  });
  connect(m_host, &NumberField::committed, this, &PrefixFields::takeHost);
}

void PrefixFields::takeHost(double gib) {
  emit edited(tr("host memory for prefixes", "undo step: Set …"), "fixed", [gib](Json& asked) {
    if (!memberOf(asked, "fixed").is_object()) asked["fixed"] = Json::object();
    asked["fixed"][kHostKey] = static_cast<int>(gib);
    if (!memberOf(asked, "allowed").is_object()) return;  // a key stands in one of both
    asked["allowed"].erase(kHostKey);
    if (asked["allowed"].empty()) asked.erase("allowed");
  });
}

void PrefixFields::refresh(const Json& asked) {
  const auto share = numberIn(asked, kShareKey), tokens = numberIn(asked, kTokensKey),
             host = numberIn(memberOf(asked, "fixed"), kHostKey);
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
  ToldAtFields told(error, words);
  told.tell(*m_share, kShareKey);
  told.tell(*m_tokens, kTokensKey);
  told.tell(*m_host, kHostKey);
  return told.placed;
}

}  // namespace astrolabe::ui
