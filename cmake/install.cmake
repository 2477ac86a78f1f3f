# What `make install` puts in place, and the descriptions others find it by. COMPONENT data is what
# a folder made by scripts/pack has too: documents, licences, the standard library, examples.
include(CMakePackageConfigHelpers)
get_filename_component(all_documents ${CMAKE_INSTALL_DOCDIR} DIRECTORY)
install(CODE "include(\"${PROJECT_SOURCE_DIR}/cmake/manifest.cmake\")
vyre_manifest_begin(${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBEXECDIR} ${CMAKE_INSTALL_LIBDIR}/cmake
  ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_INCLUDEDIR} ${CMAKE_INSTALL_MANDIR}/man1
  ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${all_documents})")

install(TARGETS vyre_tool RUNTIME)
install(TARGETS vyre_bench vyre_conform RUNTIME DESTINATION ${programs_folder})
install(TARGETS vyre vyre_static EXPORT vyre-targets)
if(TARGET vyre_llvm)
  install(TARGETS vyre_llvm LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(EXPORT vyre-targets NAMESPACE vyre:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre)
install(DIRECTORY include/vyre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h PATTERN *.hpp)
install(DIRECTORY lib/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre/lib COMPONENT data
  FILES_MATCHING PATTERN *.vy PATTERN cuda EXCLUDE) # which has no programs
if(EXISTS ${PROJECT_SOURCE_DIR}/docs/vyre.1)
  install(FILES docs/vyre.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
if(EXISTS ${PROJECT_SOURCE_DIR}/tools/vyre/completion.bash)
  install(FILES tools/vyre/completion.bash RENAME vyre
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# vyre.pc names its prefix relative to itself, so that an installed tree can be moved.
file(RELATIVE_PATH pc_to_prefix
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
set(uring_needed)
if(URING_LIBRARIES)
  set(uring_needed " -luring")
endif()
configure_file(cmake/vyre.pc.in vyre.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vyre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(cmake/vyre-config.cmake.in vyre-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre)
write_basic_package_version_file(vyre-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vyre-config.cmake ${PROJECT_BINARY_DIR}/vyre-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre)

# ---- documents, in the folders they have in the source tree, so that their links lead somewhere ----
install(FILES README.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT data)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT data
  FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN waves.json)
# link_in_documents(NAME FOLDER [COMPONENT data]): NAME among the documents leads to FOLDER of the prefix.
function(link_in_documents name folder)
  get_filename_component(under ${CMAKE_INSTALL_DOCDIR}/${name} DIRECTORY)
  file(RELATIVE_PATH to /prefix/${under} /prefix/${folder})
  get_filename_component(last ${name} NAME)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links)
  file(CREATE_LINK ${to} ${PROJECT_BINARY_DIR}/links/${last} SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/links/${last} DESTINATION ${under} ${ARGN})
endfunction()
link_in_documents(examples ${CMAKE_INSTALL_DATADIR}/vyre/examples COMPONENT data)
link_in_documents(lib ${CMAKE_INSTALL_DATADIR}/vyre/lib COMPONENT data)
link_in_documents(include/vyre ${CMAKE_INSTALL_INCLUDEDIR}/vyre)

# ---- licences: our own, and those of libraries that are inside these files ----
set(licences)
if(llvm_inside)
  list(APPEND licences licences/LLVM.txt)
endif()
if(B2_LIBRARY MATCHES "\\.a$")
  list(APPEND licences licences/libb2.txt)
endif()
if(JANSSON_LIBRARY MATCHES "\\.a$")
  list(APPEND licences licences/jansson.txt)
endif()
if(URING_LIBRARIES MATCHES "\\.a$")
  list(APPEND licences licences/liburing.txt)
endif()
install(FILES ${licences} DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences COMPONENT data)
