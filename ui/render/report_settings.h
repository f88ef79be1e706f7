#pragma once
// What a report holds and says of itself, as a person set it up; kept with the plan.

#include <QByteArray>
#include <QLocale>
#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "ui/render/money.h"

namespace astrolabe::ui {

/// The sections of a report, in the order in which they stand unless somebody moves them.
enum class ReportPart {
  cover,
  summary,
  question,
  cluster,
  options,  ///< scenarios compared, where there are several
  strategies,
  why,
  tradeoff,
  why_not,
  breakdown,
  timeline,
  sensitivity,  ///< where it was worked out
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

/// A4, US Letter, or what is usual where the program runs.
enum class ReportPaper { usual, a4, letter };
/// Where US Letter is the usual paper (Unicode CLDR 44, territoryInfo, paper size).
bool usesLetter(QLocale::Territory territory);

/// What a picture may take at most, in bytes.
inline constexpr qsizetype kMostLogoBytes = 256 * 1024;
/// Why a picture cannot be the logo, in words; empty where it can: PNG or SVG of that size at most.
QString logoFault(const QByteArray& picture);
bool isSvg(const QByteArray& picture);

struct ReportSettings {
  QString title;   ///< empty: the plan's name
  QString author;  ///< empty: nobody is named
  QString note;    ///< a paragraph behind the summary
  ReportPaper paper = ReportPaper::usual;
  QByteArray logo;                                   ///< a picture (PNG or SVG) at its head; empty: none
  std::vector<ReportPart> parts = allReportParts();  ///< in their order; each once at most
  QString language;                                  ///< "en", "zh_CN"; empty: that of the program
  std::optional<Currency> currency;                  ///< none: that of the program
  std::vector<int> compared;  ///< ids of the scenarios that it compares; empty: the first ones of the plan
  bool has(ReportPart part) const;
  /// On US Letter in place of A4.
  bool isLetter() const;
  bool operator==(const ReportSettings&) const = default;
};

/// As the plan keeps them; the empty text for what is set without a person. What is not understood counts as
/// not set, parts that are not named are left out.
ReportSettings reportSettings(const std::string& json);
std::string toJson(const ReportSettings& settings);

}  // namespace astrolabe::ui
