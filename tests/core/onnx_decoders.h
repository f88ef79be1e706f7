#pragma once
// Decoders as exporters write them, small.

#include <string>

#include "tests/core/onnx_models.h"

namespace astrolabe::tests {

/// Root mean square norm taken apart.
inline std::string rms_norm(OnnxMaker& made, const std::string& name, const std::string& x,
                            std::int64_t width) {
  const std::string square = made.node("Pow", {x, made.real(name + ".two", 2.0F)}, name + ".square");
  const std::string mean = made.node("ReduceMean", {square}, name + ".mean", {{"axes", {-1}}});
  const std::string sum = made.node("Add", {mean, made.real(name + ".eps", 1e-5F)}, name + ".sum");
  const std::string root = made.node("Sqrt", {sum}, name + ".root");
  const std::string factor = made.node("Div", {made.real(name + ".one", 1.0F), root}, name + ".factor");
  return made.node("Mul", {made.weight(name, {width}), made.node("Mul", {x, factor}, name + ".normed")},
                   name + ".y");
}

/// Rotary positions: the second half of each head comes before the first, negated.
inline std::string rotated(OnnxMaker& made, const std::string& name, const std::string& x) {
  const auto half = [&](const char* which, std::int64_t from, std::int64_t to) {
    const std::string key = name + which;
    return made.node("Slice",
                     {x, made.numbers(key + ".from", {from}), made.numbers(key + ".to", {to}),
                      made.numbers(key + ".axis", {3})},
                     key);
  };
  const std::string turned =
      made.node("Concat", {made.node("Neg", {half(".second", 2, 4)}, name + ".minus"), half(".first", 0, 2)},
                name + ".turned", {{"axis", {-1}}});
  return made.node(
      "Add", {made.node("Mul", {x, "cos"}, name + ".even"), made.node("Mul", {turned, "sin"}, name + ".odd")},
      name + ".rotated");
}

/// A decoder like Llama: grouped queries (4 heads, 2 of keys and values, repeated by Expand and Reshape),
/// rotary tables computed from the places, a causal mask by Trilu, gated silu. Hidden 16, feed-forward 24.
inline OnnxMaker onnx_llama() {
  OnnxMaker made("llama", 17);
  const std::string ids = made.input("input_ids", {"batch", "sequence"}, false);
  const std::string places = made.input("position_ids", {"batch", "sequence"}, false);
  std::string x = made.node("Gather", {made.weight("embed", {20, 16}), ids}, "embedded");
  const std::string at = made.node(
      "Unsqueeze", {made.node("Cast", {places}, "places", {{"to", {1}}}), made.numbers("heads.axis", {1, 3})},
      "places.apart");
  for (const char* table : {"Cos", "Sin"}) {
    const std::string name = table == std::string("Cos") ? "cos" : "sin";
    const std::string angle = made.node("Mul", {at, made.real(name + ".rate", 0.1F)}, name + ".angle");
    made.node(table,
              {made.node("Expand", {angle, made.numbers(name + ".wide", {1, 1, 1, 4})}, name + ".each")},
              name);
  }
  const std::string n = rms_norm(made, "norm1", x, 16);
  const auto heads = [&](const char* name, std::int64_t count) {
    const std::string key = name;
    const std::string y = made.node("MatMul", {n, made.weight(key + ".weight", {16, 4 * count})}, key + ".y");
    const std::string apart =
        made.node("Reshape", {y, made.numbers(key + ".apart.shape", {0, -1, count, 4})}, key + ".apart");
    return made.node("Transpose", {apart}, key, {{"perm", {0, 2, 1, 3}}});
  };
  const auto repeated = [&](const std::string& name, const std::string& y) {
    const std::string apart = made.node("Unsqueeze", {y, made.numbers(name + ".axis", {2})}, name + ".group");
    const std::string wide =
        made.node("Expand", {apart, made.numbers(name + ".times", {1, 1, 2, 1, 1})}, name + ".wide");
    return made.node("Reshape", {wide, made.numbers(name + ".shape", {0, 4, -1, 4})}, name + ".repeated");
  };
  const std::string q = rotated(made, "q", heads("q.heads", 4));
  const std::string k = repeated("k", rotated(made, "k", heads("k.heads", 2)));
  const std::string v = repeated("v", heads("v.heads", 2));
  const std::string turned = made.node("Transpose", {k}, "k.turned", {{"perm", {0, 1, 3, 2}}});
  const std::string scores =
      made.node("Mul", {made.node("MatMul", {q, turned}, "qk"), made.real("scale", 0.5F)}, "scores");
  const std::string ones = made.node("ConstantOfShape", {made.numbers("mask.shape", {6, 6})}, "zeros");
  const std::string above = made.node(
      "Trilu", {made.node("Add", {ones, made.real("low", -1e9F)}, "lows"), made.number("diagonal", 1)},
      "mask");
  const std::string p =
      made.node("Softmax", {made.node("Add", {scores, above}, "masked")}, "p", {{"axis", {-1}}});
  const std::string back =
      made.node("Transpose", {made.node("MatMul", {p, v}, "pv")}, "back", {{"perm", {0, 2, 1, 3}}});
  const std::string joined =
      made.node("Reshape", {back, made.numbers("joined.shape", {0, -1, 16})}, "joined");
  x = made.node("Add", {x, made.node("MatMul", {joined, made.weight("o.weight", {16, 16})}, "o")},
                "residual");
  const std::string m = rms_norm(made, "norm2", x, 16);
  const std::string gate = made.node("MatMul", {m, made.weight("gate.weight", {16, 24})}, "gate");
  const std::string silu = made.node("Mul", {gate, made.node("Sigmoid", {gate}, "sigmoid")}, "silu");
  const std::string up = made.node("MatMul", {m, made.weight("up.weight", {16, 24})}, "up");
  const std::string down = made.node(
      "MatMul", {made.node("Mul", {silu, up}, "gated"), made.weight("down.weight", {24, 16})}, "down");
  x = rms_norm(made, "norm", made.node("Add", {x, down}, "residual2"), 16);
  made.output(made.node("MatMul", {x, made.weight("head.weight", {16, 20})}, "logits"));
  return made;
}

/// A block like GPT-2's: products of flattened rows, q, k, v by Split, a mask by Where, gelu by tanh and a
/// third power, the head tied to the embedding. Hidden 12, 3 heads.
inline OnnxMaker onnx_gpt() {
  OnnxMaker made("gpt", 17);
  const std::string ids = made.input("input_ids", {"batch", "sequence"}, false);
  const std::string table = made.weight("words", {20, 12});
  std::string x = made.node(
      "Add",
      {made.node("Gather", {table, ids}, "words.read"),
       made.node("Gather",
                 {made.weight("positions", {8, 12}), made.numbers("position_ids", {0, 1, 2, 3, 4, 5})},
                 "places.read")},
      "embedded");
  const auto rows = [&](const std::string& name, const std::string& y, std::int64_t in, std::int64_t out) {
    const std::string flat =
        made.node("Reshape", {y, made.numbers(name + ".flat", {-1, in})}, name + ".rows");
    const std::string product = made.node(
        "Gemm", {flat, made.weight(name + ".weight", {in, out}), made.weight(name + ".bias", {out})},
        name + ".product");
    return made.node("Reshape", {product, made.numbers(name + ".shape", {-1, 6, out})}, name);
  };
  const std::string n =
      made.node("LayerNormalization", {x, made.weight("g1", {12}), made.weight("b1", {12})}, "n1");
  made.raw("Split", {rows("qkv", n, 12, 36)}, {"q", "k", "v"});
  OnnxMaker::add(*made.model().mutable_graph()->mutable_node(made.model().graph().node_size() - 1), "axis",
                 {2});
  std::vector<std::string> apart;
  for (const char* name : {"q", "k", "v"})
    apart.push_back(made.heads(std::string(name) + ".heads", name, 3, 4));
  const std::string turned = made.node("Transpose", {apart[1]}, "turned", {{"perm", {0, 1, 3, 2}}});
  std::vector<std::int64_t> below;
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 6; ++column) below.push_back(column <= row ? 1 : 0);
  const std::string mask = made.node(
      "Cast",
      {made.node("Reshape", {made.numbers("below", below), made.numbers("below.shape", {1, 1, 6, 6})},
                 "square")},
      "mask", {{"to", {9}}});
  const std::string scores =
      made.node("Div", {made.node("MatMul", {apart[0], turned}, "qk"), made.real("root", 2.0F)}, "scores");
  const std::string masked = made.node("Where", {mask, scores, made.real("low", -1e4F)}, "masked");
  const std::string p = made.node("Softmax", {masked}, "p", {{"axis", {-1}}});
  const std::string back =
      made.node("Transpose", {made.node("MatMul", {p, apart[2]}, "pv")}, "back", {{"perm", {0, 2, 1, 3}}});
  const std::string joined = made.node("Reshape", {back, made.numbers("joined.shape", {0, 0, 12})}, "joined");
  x = made.node("Add", {rows("out", joined, 12, 12), x}, "residual");
  const std::string m =
      made.node("LayerNormalization", {x, made.weight("g2", {12}), made.weight("b2", {12})}, "n2");
  const std::string up = rows("up", m, 12, 48);
  const std::string cube = made.node("Pow", {up, made.real("three", 3.0F)}, "cube");
  const std::string inner =
      made.node("Add", {up, made.node("Mul", {cube, made.real("cubic", 0.044715F)}, "part")}, "inner");
  const std::string tanh =
      made.node("Tanh", {made.node("Mul", {inner, made.real("slope", 0.7978846F)}, "steep")}, "tanh");
  const std::string half = made.node("Mul", {up, made.real("half", 0.5F)}, "halved");
  const std::string gelu =
      made.node("Mul", {half, made.node("Add", {tanh, made.real("one", 1.0F)}, "raised")}, "gelu");
  x = made.node("Add", {x, rows("down", gelu, 48, 12)}, "residual2");
  made.output(
      made.node("MatMul", {x, made.node("Transpose", {table}, "head", {{"perm", {1, 0}}})}, "logits"));
  return made;
}

}  // namespace astrolabe::tests
