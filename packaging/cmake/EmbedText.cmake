# cmake -DOUT=file.cpp -DTEXT=table.csv -DNAMESPACE=astrolabe::plan -DNAME=kTable -P EmbedText.cmake: one text file as a
# string constant.
file(READ "${TEXT}" content)
get_filename_component(from "${TEXT}" NAME)
file(WRITE "${OUT}" "// Made at build time from ${from}; edit that file.\nnamespace ${NAMESPACE} {\n\nextern const char* const ${NAME};\n")
file(APPEND "${OUT}" "const char* const ${NAME} = R\"embedded(")
file(APPEND "${OUT}" "${content}")
file(APPEND "${OUT}" ")embedded\";\n\n}  // namespace ${NAMESPACE}\n")
