// The application that tests run in: with windows, with painting, or with neither, by what is linked.
#if defined(QT_WIDGETS_LIB)
#include <QApplication>
using Application = QApplication;
#elif defined(QT_GUI_LIB)
#include <QGuiApplication>
using Application = QGuiApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include "tests/program/test_program.h"

int main(int argc, char** argv) {
  Application application(argc, argv);
  QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
  return astrolabe::tests::run_named_test(argc, argv);
}
