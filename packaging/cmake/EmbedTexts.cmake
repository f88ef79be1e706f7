# cmake -DOUT=file.cpp -DTEXTS=a.json,b.json -DNAMESPACE=astrolabe::strategy -DNAME=kThing -P EmbedTexts.cmake: text
# files as the array kThings, with kThingCount.
string(REPLACE "," ";" TEXTS "${TEXTS}")
set(text "// Made at build time; edit the files that it was made from.\n#include <cstddef>\n\nnamespace ${NAMESPACE} {\n\n")
string(APPEND text "extern const char* const ${NAME}s[];\nextern const std::size_t ${NAME}Count;\n")
string(APPEND text "const char* const ${NAME}s[] = {\n")
set(count 0)
foreach(file IN LISTS TEXTS)
  file(READ "${file}" content)
  string(APPEND text "    R\"embedded(${content})embedded\",\n")
  math(EXPR count "${count} + 1")
endforeach()
string(APPEND text "};\nconst std::size_t ${NAME}Count = ${count};\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE "${OUT}" "${text}")
