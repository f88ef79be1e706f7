#include "ui/shell/assumed_mark.h"

#include <QAction>
#include <QCoreApplication>
#include <QLabel>
#include <QVariant>
#include <QWidget>

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct AssumedText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::AssumedText)
};

constexpr const char* kPlainName = "plainName";
constexpr const char* kPlainTip = "plainTip";

}  // namespace

void markAssumed(QWidget* widget, bool assumed, QLabel* label) {
  const bool marked = widget->property(kPlainName).isValid();
  if (marked == assumed) return;
  if (assumed) {
    const QString tip = widget->toolTip(), said = AssumedText::tr("Assumed: nobody stated this value");
    widget->setProperty(kPlainName, widget->accessibleName());
    widget->setProperty(kPlainTip, tip);
    widget->setAccessibleName(
        AssumedText::tr("%1, assumed", "name of a field").arg(widget->accessibleName()));
    widget->setToolTip(tip.isEmpty() ? said : AssumedText::tr("%1\n%2", "two notes").arg(said, tip));
  } else {
    widget->setAccessibleName(widget->property(kPlainName).toString());
    widget->setToolTip(widget->property(kPlainTip).toString());
    widget->setProperty(kPlainName, QVariant());
    widget->setProperty(kPlainTip, QVariant());
  }
  QFont face = widget->font();
  face.setItalic(assumed);
  widget->setFont(face);
  if (label == nullptr) return;
  if (assumed) {
    label->setProperty(kPlainName, label->text());
    label->setText(u"≈ "_s + label->text());
  } else {
    label->setText(label->property(kPlainName).toString());
  }
}

QAction* addWayBack(QWidget* widget, const QString& value, const std::function<void()>& goBack) {
  auto* back = new QAction(AssumedText::tr("Back to the default (%1)").arg(value), widget);
  back->setObjectName(widget->objectName() + u".default"_s);
  back->setEnabled(false);
  QObject::connect(back, &QAction::triggered, widget, [goBack] { goBack(); });
  widget->addAction(back);
  widget->setContextMenuPolicy(Qt::ActionsContextMenu);
  return back;
}

}  // namespace astrolabe::ui
