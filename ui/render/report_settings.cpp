#include "ui/render/report_settings.h"

#include <QCoreApplication>
#include <QImage>
#include <QSet>
#include <QStringList>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <algorithm>

#include "core/base/json.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct PartWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

QString textOf(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? QString::fromStdString(json[key].get<std::string>())
                                                     : QString();
}

/// An SVG that draws itself and nothing else, in measure: it refers to no file and to no address, and what it
/// draws by reference holds no further reference. QSvgRenderer follows them, whoever wrote them.
bool isHarmless(const QByteArray& picture) {
  constexpr qsizetype kDeepest = 64;
  constexpr int kMostElements = 20'000;
  QXmlStreamReader svg(picture);
  QStringList open;              // ids of the elements around the place, "" for none
  QSet<QString> drawn, holders;  // ids that <use> names; ids of what holds a <use>
  int elements = 0;
  while (!svg.atEnd()) {
    switch (svg.readNext()) {
      case QXmlStreamReader::DTD:
        return false;
      case QXmlStreamReader::StartElement: {
        if (open.size() >= kDeepest || ++elements > kMostElements || svg.name() == "image"_L1) return false;
        const bool use = svg.name() == "use"_L1;
        if (use) holders.unite(QSet<QString>(open.begin(), open.end()));
        for (const QXmlStreamAttribute& attribute : svg.attributes()) {
          if (attribute.name() != "href"_L1) continue;
          if (!attribute.value().startsWith(u'#')) return false;
          if (use) drawn.insert(attribute.value().mid(1).toString());
        }
        open.append(svg.attributes().value("id"_L1).toString());
        break;
      }
      case QXmlStreamReader::EndElement:
        open.removeLast();
        break;
      default:
        break;
    }
  }
  return !svg.hasError() && !drawn.intersects(holders);
}

}  // namespace

const std::vector<ReportPart>& allReportParts() {
  static const std::vector<ReportPart> all = [] {
    std::vector<ReportPart> parts;
    for (int part = 0; part <= static_cast<int>(ReportPart::constants); ++part)
      parts.push_back(static_cast<ReportPart>(part));
    return parts;
  }();
  return all;
}

const char* keyOf(ReportPart part) {
  switch (part) {
    case ReportPart::cover:
      return "cover";
    case ReportPart::summary:
      return "summary";
    case ReportPart::question:
      return "question";
    case ReportPart::cluster:
      return "cluster";
    case ReportPart::options:
      return "options";
    case ReportPart::strategies:
      return "strategies";
    case ReportPart::why:
      return "why";
    case ReportPart::tradeoff:
      return "tradeoff";
    case ReportPart::why_not:
      return "why_not";
    case ReportPart::breakdown:
      return "breakdown";
    case ReportPart::timeline:
      return "timeline";
    case ReportPart::sensitivity:
      return "sensitivity";
    case ReportPart::failures:
      return "failures";
    case ReportPart::assumptions:
      return "assumptions";
    case ReportPart::method:
      return "method";
    case ReportPart::appendix:
      return "appendix";
    case ReportPart::constants:
      break;
  }
  return "constants";
}

QString reportPartName(ReportPart part) {
  switch (part) {
    case ReportPart::cover:
      return PartWords::tr("Cover");
    case ReportPart::summary:
      return PartWords::tr("Summary");
    case ReportPart::question:
      return PartWords::tr("What was asked");
    case ReportPart::cluster:
      return PartWords::tr("The cluster");
    case ReportPart::options:
      return PartWords::tr("The options compared");
    case ReportPart::strategies:
      return PartWords::tr("Winner and runners-up");
    case ReportPart::why:
      return PartWords::tr("Why it won");
    case ReportPart::tradeoff:
      return PartWords::tr("Speed against price");
    case ReportPart::why_not:
      return PartWords::tr("Why not another");
    case ReportPart::breakdown:
      return PartWords::tr("Where time, memory and money go");
    case ReportPart::timeline:
      return PartWords::tr("One step, stage by stage");
    case ReportPart::sensitivity:
      return PartWords::tr("What would change the answer");
    case ReportPart::failures:
      return PartWords::tr("The job with failures");
    case ReportPart::assumptions:
      return PartWords::tr("Assumed values");
    case ReportPart::method:
      return PartWords::tr("Method and data sources");
    case ReportPart::appendix:
      return PartWords::tr("Pages added in the window");
    case ReportPart::constants:
      break;
  }
  return PartWords::tr("Constants of the model");
}

bool usesLetter(QLocale::Territory territory) {
  switch (territory) {
    case QLocale::Belize:
    case QLocale::Canada:
    case QLocale::Chile:
    case QLocale::Colombia:
    case QLocale::CostaRica:
    case QLocale::ElSalvador:
    case QLocale::Guatemala:
    case QLocale::Mexico:
    case QLocale::Nicaragua:
    case QLocale::Panama:
    case QLocale::Philippines:
    case QLocale::PuertoRico:
    case QLocale::UnitedStates:
    case QLocale::Venezuela:
      return true;
    default:
      return false;
  }
}

bool isSvg(const QByteArray& picture) { return picture.left(1024).contains("<svg"); }

QString logoFault(const QByteArray& picture) {
  if (picture.size() > kMostLogoBytes)
    return PartWords::tr("The picture takes more than %1 KiB.").arg(kMostLogoBytes / 1024);
  const bool drawn = isSvg(picture) ? isHarmless(picture) && QSvgRenderer(picture).isValid() &&
                                          !QSvgRenderer(picture).defaultSize().isEmpty()
                                    : !QImage::fromData(picture, "PNG").isNull();
  return drawn ? QString() : PartWords::tr("The picture is neither PNG nor SVG, or damaged.");
}

bool ReportSettings::isLetter() const {
  return paper == ReportPaper::letter ||
         (paper == ReportPaper::usual && usesLetter(QLocale::system().territory()));
}

bool ReportSettings::has(ReportPart part) const {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

ReportSettings reportSettings(const std::string& json) {
  ReportSettings settings;
  const Json read = json_or_null(json);
  if (!read.is_object()) return settings;
  settings.title = textOf(read, "title");
  settings.author = textOf(read, "author");
  settings.note = textOf(read, "note");
  const QString paper = textOf(read, "paper");
  if (paper == QLatin1StringView("letter")) settings.paper = ReportPaper::letter;
  if (paper == QLatin1StringView("a4")) settings.paper = ReportPaper::a4;
  if (const QByteArray logo = QByteArray::fromBase64(textOf(read, "logo").toLatin1());
      !logo.isEmpty() && logoFault(logo).isEmpty())
    settings.logo = logo;
  settings.language = textOf(read, "language");
  if (read.contains("currency") && read["currency"].is_object()) {
    const Json& stated = read["currency"];
    Currency currency;
    currency.code = textOf(stated, "code");
    if (stated.contains("per_usd") && stated["per_usd"].is_number())
      currency.perUsd = stated["per_usd"].get<double>();
    currency.date = QDate::fromString(textOf(stated, "date"), Qt::ISODate);
    if (currency.isComplete()) settings.currency = currency;
  }
  if (read.contains("compared") && read["compared"].is_array())
    for (const Json& id : read["compared"])
      if (id.is_number_integer()) settings.compared.push_back(id.get<int>());
  if (!read.contains("parts") || !read["parts"].is_array()) return settings;
  settings.parts.clear();
  for (const Json& key : read["parts"])
    for (const ReportPart part : allReportParts())
      if (key == keyOf(part) && !settings.has(part)) settings.parts.push_back(part);
  return settings;
}

std::string toJson(const ReportSettings& settings) {
  if (settings == ReportSettings()) return {};
  Json parts = Json::array();
  for (const ReportPart part : settings.parts) parts.push_back(keyOf(part));
  Json json{{"title", settings.title.toStdString()},
            {"author", settings.author.toStdString()},
            {"note", settings.note.toStdString()},
            {"parts", std::move(parts)},
            {"compared", settings.compared}};
  if (settings.paper != ReportPaper::usual)
    json["paper"] = settings.paper == ReportPaper::letter ? "letter" : "a4";
  if (!settings.language.isEmpty()) json["language"] = settings.language.toStdString();
  if (settings.currency)
    json["currency"] = {{"code", settings.currency->code.toStdString()},
                        {"per_usd", settings.currency->perUsd},
                        {"date", settings.currency->date.toString(Qt::ISODate).toStdString()}};
  if (!settings.logo.isEmpty()) json["logo"] = settings.logo.toBase64().toStdString();
  return text_of(json);
}

}  // namespace astrolabe::ui
