#pragma once
// What the model panel says of the layers of a model, and of one that was counted and cannot be planned.

#include <QString>
#include <QStringList>

#include "core/model/description.h"

namespace astrolabe::ui {

/// The layer kind that most layers have of those that `has`: the panel shows one line for a model of several.
/// Without any of these that of most layers; null where there is no layer.
const model::LayerKind* mainKind(const model::Architecture& architecture,
                                 bool (*has)(const model::LayerKind&));
/// A line for each kind of layer, where there are several, and what their cost rests on.
QStringList kindLines(const model::Architecture& architecture);
/// What was read of a model that cannot be planned: its exact counts and its layers.
QString countedText(const model::Description& read);

}  // namespace astrolabe::ui
