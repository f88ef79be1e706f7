#pragma once
// What a report holds and says of itself, as a person set it up; kept with the plan.

#include <QString>
#include <string>
#include <vector>

namespace astrolabe::ui {

/// The sections of a report, in the order in which they stand unless somebody moves them.
enum class ReportPart {
  summary,
  question,
  cluster,
  options,  ///< scenarios compared, where there are several
  strategies,
  tradeoff,
  why_not,
  breakdown,
  timeline,
  failures,
  assumptions,
  method,
  appendix,  ///< what pages of the window put in
  constants
};
const std::vector<ReportPart>& allReportParts();
/// The name in files: "summary".
const char* keyOf(ReportPart part);
/// The name on a list: "Summary".
QString reportPartName(ReportPart part);

struct ReportSettings {
  QString title;                                     ///< empty: the plan's name
  QString author;                                    ///< empty: nobody is named
  QString note;                                      ///< a paragraph behind the summary
  bool letter = false;                               ///< on US Letter in place of A4
  std::vector<ReportPart> parts = allReportParts();  ///< in their order; each once at most
  bool has(ReportPart part) const;
  bool operator==(const ReportSettings&) const = default;
};

/// As the plan keeps them; the empty text for what is set without a person. What is not understood counts as
/// not set, parts that are not named are left out.
ReportSettings reportSettings(const std::string& json);
std::string toJson(const ReportSettings& settings);

}  // namespace astrolabe::ui
