#include "ui/render/mended_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/base/text.h"
#include "core/strategy/software_choice.h"

namespace astrolabe::ui {

namespace {

struct MendedWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::MendedWords)
};

}  // namespace

namespace {

/// The first few, and how many more.
QString listed(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 3, kLongest = 40;
  QStringList names;
  for (std::size_t i = 0; i < all.size() && i < kMost; ++i)
    names << MendedWords::tr("“%1”").arg(QString::fromStdString(excerpt(all[i], kLongest)));
  if (all.size() > kMost)
    names << MendedWords::tr("%n more", "names, behind some of them", static_cast<int>(all.size() - kMost));
  return QLocale().createSeparatedList(names);
}

}  // namespace

Message singleGpusMessage(const QString& file, const std::vector<std::string>& pools) {
  Message message;
  message.title = MendedWords::tr("%1 counts single GPUs, as plans did before.").arg(file);
  message.body =
      MendedWords::tr(
          "Machines are rented and bought whole: set the unit of %1 to a node to pay for whole ones.")
          .arg(listed(pools));
  return message;
}

Message wholeSpaceMessage(const QString& file) {
  Message message;
  message.title = MendedWords::tr("%1 names no training runtime, as plans did before.").arg(file);
  message.body = MendedWords::tr(
                     "It goes on asking for any, the whole space. New plans are asked of %1 where they name "
                     "none: choose it "
                     "under Software to see only what it starts.")
                     .arg(QString::fromStdString(strategy::runtime_title(strategy::usual_runtime())));
  return message;
}

Message mendedMessage(const QString& file, const std::vector<std::string>& mended) {
  Message message;
  message.title = MendedWords::tr("%1 has names with line breaks or other control characters.").arg(file);
  message.body =
      MendedWords::tr("They were read as spaces: %1. The file stays as it is until the plan is saved.")
          .arg(listed(mended));
  return message;
}

}  // namespace astrolabe::ui
