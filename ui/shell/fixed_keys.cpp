#include "ui/shell/fixed_keys.h"

#include <QCoreApplication>

#include "ui/shell/presentation.h"

namespace astrolabe::ui {

namespace {

struct FixedKeyWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ShortcutsDialog)
};

}  // namespace

std::vector<FixedKey> fixedKeys() {
  std::vector<FixedKey> all;
  const QString canvas = FixedKeyWords::tr("Canvas"), timeline = FixedKeyWords::tr("Timeline"),
                presentation = FixedKeyWords::tr("Presentation");
  const auto add = [&](const QString& where, const QString& keys, const QString& what) {
    all.push_back({what, where, keys});
  };
  add(canvas, FixedKeyWords::tr("Tab, Shift+Tab"), FixedKeyWords::tr("The next object, the one before"));
  add(canvas, FixedKeyWords::tr("Arrows, Alt+Arrows"),
      FixedKeyWords::tr("Move the selection, in small steps"));
  add(canvas, FixedKeyWords::tr("+, −"), FixedKeyWords::tr("One node more, one less"));
  add(canvas, FixedKeyWords::tr("Return"), FixedKeyWords::tr("Number of nodes, bandwidth or text"));
  add(canvas, FixedKeyWords::tr("N"), FixedKeyWords::tr("A new note"));
  add(canvas, FixedKeyWords::tr("Esc"), FixedKeyWords::tr("Clear the selection"));
  add(timeline, FixedKeyWords::tr("W, S, +, −"), FixedKeyWords::tr("Zoom in, zoom out"));
  add(timeline, FixedKeyWords::tr("A, D, Left, Right"), FixedKeyWords::tr("Earlier, later"));
  add(timeline, FixedKeyWords::tr("Tab, Shift+Tab"), FixedKeyWords::tr("The next block, the one before"));
  add(timeline, FixedKeyWords::tr("Shift+Left, Shift+Right"), FixedKeyWords::tr("Move the time cursor"));
  add(timeline, FixedKeyWords::tr("M"), FixedKeyWords::tr("Mark; two marks measure"));
  add(timeline, FixedKeyWords::tr("F"), FixedKeyWords::tr("The whole step"));
  add(timeline, FixedKeyWords::tr("C"), FixedKeyWords::tr("The critical path"));
  add(timeline, FixedKeyWords::tr("R"), FixedKeyWords::tr("Fold repeats"));
  add(timeline, FixedKeyWords::tr("X"), FixedKeyWords::tr("Swap with the compared strategy"));
  add(timeline, FixedKeyWords::tr("/"), FixedKeyWords::tr("Find a block"));
  for (const auto& [keys, what] : presentationKeys()) add(presentation, keys, what);
  return all;
}

}  // namespace astrolabe::ui
