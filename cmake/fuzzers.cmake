# libFuzzer targets, built on demand (`make fuzz`). The library's sources are compiled once more,
# with coverage and both sanitizers.
add_library(vyre_fuzzed STATIC EXCLUDE_FROM_ALL ${sources} ${support_sources} ${tool_parts}
  ${random_sources})
set(fuzz_flags -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -O1 -g1)
target_compile_options(vyre_fuzzed PRIVATE ${fuzz_flags})
target_include_directories(vyre_fuzzed PRIVATE include src tests ${PROJECT_SOURCE_DIR} ${B2_INCLUDE}
  ${CMOCKA_INCLUDE})
target_link_libraries(vyre_fuzzed PRIVATE vyre_flags)
add_custom_target(fuzzers)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} EXCLUDE_FROM_ALL ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY fuzz)
  target_include_directories(${name} PRIVATE include src tests ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE ${fuzz_flags})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer,address,undefined)
  target_link_libraries(${name} PRIVATE vyre_fuzzed vyre_flags ${B2_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS} m)
  add_dependencies(fuzzers ${name})
endforeach()
