#include "core/plan/mended.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"

namespace astrolabe::plan {

std::string Mended::noted(const std::string& raw, std::string mended) {
  if (mended != raw && std::find(m_told.begin(), m_told.end(), mended) == m_told.end())
    m_told.push_back(mended);
  return mended;
}

std::string Mended::name(const std::string& raw) { return noted(raw, one_line(raw)); }

std::string Mended::text(const std::string& raw) { return noted(raw, plain_lines(raw)); }

std::string Mended::json(const std::string& raw) {
  auto json = parse_json(raw, code::damaged_plan, true);
  if (!json) return raw;
  const Json before = *json;
  texts_in(*json);
  return *json == before ? raw : text_of(*json);
}

void Mended::names_in(Json& json) { each_in(json, &Mended::name); }
void Mended::texts_in(Json& json) { each_in(json, &Mended::text); }

void Mended::each_in(Json& json, Mend mend) {
  if (json.is_string()) json = (this->*mend)(json.get_ref<const std::string&>());
  if (!json.is_structured()) return;
  for (Json& member : json) each_in(member, mend);
  if (!json.is_object()) return;
  const auto sound = [&](const auto& member) { return one_line(member.key()) == member.key(); };
  bool all = true;
  for (const auto& member : json.items()) all = all && sound(member);
  if (all) return;
  Json renamed = Json::object();
  for (auto& member : json.items()) renamed[name(member.key())] = std::move(member.value());
  json = std::move(renamed);
}

}  // namespace astrolabe::plan
