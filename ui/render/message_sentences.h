#pragma once
// What a person reads for each code of an error: titles and bodies with places for its values (messages.h).

#include <QtGlobal>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/mark_codes.h"
#include "core/base/onnx_codes.h"

namespace astrolabe::ui {

/// %1 the file or thing, %2 the place in it, %3 what was found, %4 what would be right.
struct Sentence {
  std::string_view code;
  const char* title;
  const char* body;
  const char* unnamed = nullptr;  ///< title of what came from no file, where `title` names that thing itself
};

/// Title and body of code::doubtful_value at a sequence longer than the positions of the model.
inline constexpr const char* kLongTitle =
    QT_TRANSLATE_NOOP("Messages", "%1 asks for sequences longer than the positions that the model states.");
inline constexpr const char* kLongBody = QT_TRANSLATE_NOOP(
    "Messages", "%2: is “%3” meant? Positions beyond count as extended, at no cost. Use %4, or keep it.");

// clang-format off: one block a code
/// Body of code::repeated_key for two objects of which only one may have it.
inline constexpr const char* kApart =
    QT_TRANSLATE_NOOP("Messages", "%2: “%3” stands in another place as well. Use %4, and remove the other.");

inline constexpr Sentence kSentences[] = {
    {code::bad_json, QT_TRANSLATE_NOOP("Messages", "Can't read %1."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: found “%3” where %4 belongs. Correct the line and open the file again.")},
    {code::missing_field, QT_TRANSLATE_NOOP("Messages", "%1 lacks a field that sizes the model."),
     QT_TRANSLATE_NOOP(
         "Messages",
         "%2: found %3. The model can't be planned without it. Enter the value or add %4 to the file."),
     QT_TRANSLATE_NOOP("Messages", "The model lacks a field that sizes it.")},
    {code::impossible_value, QT_TRANSLATE_NOOP("Messages", "%1 has a value that no model can have."),
     QT_TRANSLATE_NOOP("Messages", "%2: %3 is not possible. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The model has a value that it can't have.")},
    {code::unknown_family, QT_TRANSLATE_NOOP("Messages", "“%3” models are not supported yet."),
     QT_TRANSLATE_NOOP("Messages",
                       "%1, %2: there is no rule for the tensors of “%3”. Supported are dense and MoE "
                       "decoder transformers, "
                       "BERT, ViT and T5. Use %4.")},
    {code::unsupported_model, QT_TRANSLATE_NOOP("Messages", "%1 has a part that is not supported yet."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” can't be planned yet. Use %4.")},
    {code::bad_header, QT_TRANSLATE_NOOP("Messages", "The weights list of %1 is damaged."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Fetch the file again; it needs %4.")},
    {code::bad_onnx, QT_TRANSLATE_NOOP("Messages", "%1 is not an ONNX model, or it is truncated."),
     QT_TRANSLATE_NOOP("Messages", "%2 has %3. Fetch the file again; it needs %4."),
     QT_TRANSLATE_NOOP("Messages", "The ONNX model is damaged or truncated.")},
    {code::unknown_opset, QT_TRANSLATE_NOOP("Messages", "%1 uses an operator set that is not known."),
     QT_TRANSLATE_NOOP("Messages", "%2: version %3. Use a version of %4 when you export it.")},
    {code::onnx_operator, QT_TRANSLATE_NOOP("Messages", "%1 has an operator that can't be planned yet."),
     QT_TRANSLATE_NOOP("Messages", "Node %2 is %3. Use %4 in its place when you export the model.")},
    {code::missing_onnx_data, QT_TRANSLATE_NOOP("Messages", "Weights of %1 are missing."),
     QT_TRANSLATE_NOOP(
         "Messages", "Tensor %2 is kept in another file: %3. Add that file beside the model; it needs %4.")},
    {code::onnx_dimension, QT_TRANSLATE_NOOP("Messages", "%1 has a dimension of unknown size."),
     QT_TRANSLATE_NOOP("Messages", "%2: %3 has no size. Give it with %4.")},
    {code::onnx_shape, QT_TRANSLATE_NOOP("Messages", "Shapes in %1 are inconsistent."),
     QT_TRANSLATE_NOOP("Messages",
                       "Node %2: found %3 where %4 belongs. Correct the model and export it again.")},
    {code::count_mismatch,
     QT_TRANSLATE_NOOP("Messages", "The weights of %1 don't add up to its configuration."),
     QT_TRANSLATE_NOOP(
         "Messages",
         "%2: found %3, but the configuration gives %4. Check that both files belong to one model.")},
    {code::unknown_model, QT_TRANSLATE_NOOP("Messages", "There is no model “%3”."),
     QT_TRANSLATE_NOOP(
         "Messages", "%1 is neither a file, a folder nor a built-in model. Use %4, or name a config.json.")},
    {code::model_outside, QT_TRANSLATE_NOOP("Messages", "%1 refers to a model that is not in it."),
     QT_TRANSLATE_NOOP("Messages", "%2: it names “%3”, which was not read. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The model refers to another one that is not in it.")},

    {code::unknown_key, QT_TRANSLATE_NOOP("Messages", "%1 has a key that is not known."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” means nothing here. Use %4, or remove the key.")},
    {code::repeated_key, QT_TRANSLATE_NOOP("Messages", "%1 has a key twice."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: “%3” stands more than once in one object. Keep one and remove the other.")},
    {code::missing_key, QT_TRANSLATE_NOOP("Messages", "%1 is not complete."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add %4.")},
    {code::wrong_type, QT_TRANSLATE_NOOP("Messages", "%1 has a value of the wrong kind."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::out_of_range, QT_TRANSLATE_NOOP("Messages", "%1 has a value that can't be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is not allowed. Use %4.")},
    {code::control_characters,
     QT_TRANSLATE_NOOP("Messages", "%1 has a name with characters that can't be seen."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” has a line break or another control character. Use %4.")},
    {code::broken_json, QT_TRANSLATE_NOOP("Messages", "%1 is not valid JSON."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3” where %4 belongs. Correct the line and try again.")},

    {code::unknown_gpu, QT_TRANSLATE_NOOP("Messages", "%1 names a GPU that is not in the catalogue."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is no known GPU type. Use %4, or add it to your own types.")},
    {code::unknown_node, QT_TRANSLATE_NOOP("Messages", "%1 names a node that is not in the catalogue."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is no known node type. Use %4, or add it to your own types.")},
    {code::missing_network, QT_TRANSLATE_NOOP("Messages", "%1 needs a network figure."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: no open source states the network of “%3”. Add %4, in GB/s of a whole node.")},
    {code::missing_link, QT_TRANSLATE_NOOP("Messages", "%1 has pools that are not connected."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add %4.")},
    {code::repeated_pool, QT_TRANSLATE_NOOP("Messages", "%1 has two pools of one name."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is taken already. Give each pool an id of its own.")},
    {code::unknown_pool, QT_TRANSLATE_NOOP("Messages", "%1 names a pool that the cluster does not have."),
     QT_TRANSLATE_NOOP("Messages", "%2: there is no pool “%3”. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "A pool is named that the cluster does not have.")},
    {code::no_pools, QT_TRANSLATE_NOOP("Messages", "%1 has no hardware."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add a pool with a node or GPU type and a count.")},
    {code::unknown_hardware_value,
     QT_TRANSLATE_NOOP("Messages", "%1 needs a value that the catalogue does not know."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: no open source states it for “%3”. Add %4 to the cluster or to your own types.")},

    {code::bad_catalogue, QT_TRANSLATE_NOOP("Messages", "%1 is not a valid hardware catalogue."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”, needed is %4. Install the program again."),
     QT_TRANSLATE_NOOP("Messages", "The built-in catalogue is not valid.")},
    {code::doubtful_bandwidth,
     QT_TRANSLATE_NOOP("Messages", "%1 has a bandwidth above every link of the catalogue."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: “%3” may be bits, not bytes, a second. Use %4 if it is, or keep it.")},
    {code::unused_mark, QT_TRANSLATE_NOOP("Messages", "%1 marks what the layout that runs does not use."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: the layout that runs does not use %3: its mark changes nothing there. Keep it, "
                       "or remove it."),
     QT_TRANSLATE_NOOP("Messages", "The layout that runs does not use what is marked.")},
    {code::doubtful_value, QT_TRANSLATE_NOOP("Messages", "%1 has a value far beyond anything known."),
     QT_TRANSLATE_NOOP("Messages", "%2: is “%3” meant? Use %4, or keep it.")},

    {code::batch_indivisible, QT_TRANSLATE_NOOP("Messages", "%1 has a batch that the GPUs can't share."),
     QT_TRANSLATE_NOOP(
         "Messages",
         "%2: %3 sequences divide by no split of this cluster. Use %4, or let the search leave GPUs out.")},
    {code::impossible_job, QT_TRANSLATE_NOOP("Messages", "%1 asks for a combination that is not possible."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is not possible here. Use %4.")},
    {code::impossible_strategy,
     QT_TRANSLATE_NOOP("Messages", "The strategy in %1 does not fit this model and cluster."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” does not add up. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The strategy does not fit this model and cluster.")},

    {code::bad_rule, QT_TRANSLATE_NOOP("Messages", "A rule in %1 can't be read."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4 there.")},
    {code::unknown_variable, QT_TRANSLATE_NOOP("Messages", "A rule in %1 names an unknown variable."),
     QT_TRANSLATE_NOOP("Messages", "%2: there is no “%3”. Use %4.")},
    {code::division_by_zero, QT_TRANSLATE_NOOP("Messages", "A rule in %1 divides by zero."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},

    {code::bad_price_row, QT_TRANSLATE_NOOP("Messages", "A row of %1 can't be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4, or skip the row.")},
    {code::no_rate, QT_TRANSLATE_NOOP("Messages", "%1 has a price in another currency."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” has no rate. Enter %4, or skip the row."),
     QT_TRANSLATE_NOOP("Messages", "A price is in another currency.")},
    {code::other_unit, QT_TRANSLATE_NOOP("Messages", "A price of %1 looks like that of another unit."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4. If it is meant as it stands, take it so."),
     QT_TRANSLATE_NOOP("Messages", "A price looks like that of another unit.")},
    {code::no_interruption_rate, QT_TRANSLATE_NOOP("Messages", "Nobody says how often spot takes %3 away."),
     QT_TRANSLATE_NOOP("Messages",
                       "%1, %2: without %4 spot has no outcome. Give it for the pool or in its quote, or "
                       "choose another commitment.")},
    {code::no_price, QT_TRANSLATE_NOOP("Messages", "The goal or a limit needs a price for %3."),
     QT_TRANSLATE_NOOP("Messages", "%1, %2: no price is known. Add %4, or leave these GPUs out.")},

    {code::bad_measured_table, QT_TRANSLATE_NOOP("Messages", "%1 is not a table of measured runs."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::bad_measured_row, QT_TRANSLATE_NOOP("Messages", "A measured run in %1 is left out."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::bad_trace, QT_TRANSLATE_NOOP("Messages", "The trace %1 can’t be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The trace can’t be used.")},
    {code::incomplete_run, QT_TRANSLATE_NOOP("Messages", "A measured run in %1 leaves too much unsaid."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add %4.")},
    {code::unknown_run, QT_TRANSLATE_NOOP("Messages", "%1 has no measured run of that name."),
     QT_TRANSLATE_NOOP("Messages", "%2: no run is called “%3”. Use %4.")},
    {code::bad_calibration, QT_TRANSLATE_NOOP("Messages", "The calibration %1 can’t be used here."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The calibration can’t be used here.")},

    {code::nothing_fits, QT_TRANSLATE_NOOP("Messages", "No strategy fits %1."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},
    {code::contradicting_limits, QT_TRANSLATE_NOOP("Messages", "The limits in %1 contradict each other."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” can't be met together with the others. Use %4.")},
    {code::not_proven, QT_TRANSLATE_NOOP("Messages", "No certificate was written to %1."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},
    {code::no_certificate,
     QT_TRANSLATE_NOOP("Messages", "No certificate of this question can be written to %1."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::defect, QT_TRANSLATE_NOOP("Messages", "The search stopped by an internal error."),
     QT_TRANSLATE_NOOP("Messages",
                       "%1, %2: %3. Everything found so far is kept. Run it again; if it stays, report it "
                       "with this code.")},

    {code::newer_format, QT_TRANSLATE_NOOP("Messages", "%1 was saved by a newer Astrolabe."),
     QT_TRANSLATE_NOOP("Messages",
                       "It has %3, this one reads %4. Nothing was changed. Update Astrolabe to open it.")},
    {code::not_a_plan, QT_TRANSLATE_NOOP("Messages", "%1 is not an Astrolabe plan."),
     QT_TRANSLATE_NOOP("Messages", "It is %3. Choose %4.")},
    {code::in_use, QT_TRANSLATE_NOOP("Messages", "%1 is open in another window (%3)."),
     QT_TRANSLATE_NOOP("Messages", "Show it, or open a copy.")},
    {code::cannot_save, QT_TRANSLATE_NOOP("Messages", "Not saved: %1."),
     QT_TRANSLATE_NOOP("Messages", "Writing failed: %3. What was there before is unchanged. Choose %4.")},
    {code::cannot_read, QT_TRANSLATE_NOOP("Messages", "Can't open %1."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose %4.")},
    {code::empty_file, QT_TRANSLATE_NOOP("Messages", "There is nothing in %1."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose a file with content.")},
    {code::file_too_large, QT_TRANSLATE_NOOP("Messages", "%1 is too large to be read."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose %4.")},
    {code::binary_file, QT_TRANSLATE_NOOP("Messages", "%1 is not a text file."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Choose %4."),
     QT_TRANSLATE_NOOP("Messages", "The file is not text.")},
    {code::damaged_plan, QT_TRANSLATE_NOOP("Messages", "%1 is damaged."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: found %3 instead of %4. Nothing was changed. Open a backup or another copy.")},
    {code::not_a_certificate, QT_TRANSLATE_NOOP("Messages", "%1 is not a certificate."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose %4.")},
    {code::damaged_certificate, QT_TRANSLATE_NOOP("Messages", "%1 is damaged."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},

    {code::bad_table_header, QT_TRANSLATE_NOOP("Messages", "%1 is not a table of measured kernels."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Correct the header: it needs %4.")},
    {code::bad_table_row, QT_TRANSLATE_NOOP("Messages", "%1 has an implausible row."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::too_few_rows, QT_TRANSLATE_NOOP("Messages", "%1 has too few rows to fit."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add rows: a fit needs %4.")},
    {code::bad_kernel_file, QT_TRANSLATE_NOOP("Messages", "The kernel models in %1 can't be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},

    {code::usage, QT_TRANSLATE_NOOP("Messages", "The command can't be run like this."),
     QT_TRANSLATE_NOOP("Messages", "%1, %2: found “%3”. Use %4.")},
};
// clang-format on

}  // namespace astrolabe::ui
