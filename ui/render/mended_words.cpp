#include "ui/render/mended_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "core/base/text.h"

namespace astrolabe::ui {

namespace {

struct MendedWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::MendedWords)
};

}  // namespace

Message mendedMessage(const QString& file, const std::vector<std::string>& mended) {
  constexpr std::size_t kMost = 3, kLongest = 40;
  QStringList names;
  for (std::size_t i = 0; i < mended.size() && i < kMost; ++i)
    names << MendedWords::tr("“%1”").arg(QString::fromStdString(excerpt(mended[i], kLongest)));
  if (mended.size() > kMost)
    names << MendedWords::tr("%n more", "names, behind some of them",
                             static_cast<int>(mended.size() - kMost));
  Message message;
  message.title = MendedWords::tr("%1 has names with line breaks or other control characters.").arg(file);
  message.body =
      MendedWords::tr("They were read as spaces: %1. The file stays as it is until the plan is saved.")
          .arg(QLocale().createSeparatedList(names));
  return message;
}

}  // namespace astrolabe::ui
