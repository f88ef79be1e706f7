#pragma once
// What the forms of own hardware types share: their fields, and the id that a name gives.

#include <QString>
#include <string>

class QFormLayout;
class QLabel;
class QLineEdit;
class QWidget;

namespace astrolabe::ui {

class NumberBox;

/// "My GPU 96GB" -> "my-gpu-96gb".
std::string ownTypeId(const QString& name);

/// A row with a line of text.
QLineEdit* addLine(QWidget* form, QFormLayout* rows, const char* name, const QString& label);
/// A row with a number from 0 to `most` in `unit`; 0 reads as "not known", or asks for a value where one is
/// needed.
NumberBox* addNumber(QWidget* form, QFormLayout* rows, const char* name, const QString& label,
                     const QString& unit, double most, bool needed);
/// The unit of a sum in the currency in force, an hour's with `hourly`: "USD", "EUR/h".
QString moneyUnit(bool hourly);
/// Says at a field that holds a sum in the currency in force how that is kept; its `most` was dollars.
void makeMoney(NumberBox* field);
/// Says below a form what keeps it from being taken; as a plain request until something was typed into it.
void tellProblem(QLabel* label, const QWidget& form, const QString& problem);

}  // namespace astrolabe::ui
