# What `make install` puts in place, and the descriptions others find it by.
include(CMakePackageConfigHelpers)

if(TARGET vyre_tool)
  install(TARGETS vyre_tool RUNTIME)
endif()
install(TARGETS vyre vyre_static EXPORT vyre-targets)
if(TARGET vyre_llvm)
  install(TARGETS vyre_llvm LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(EXPORT vyre-targets NAMESPACE vyre:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre)
install(DIRECTORY include/vyre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(DIRECTORY lib/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre/lib FILES_MATCHING PATTERN *.vy)
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
configure_file(cmake/vyre.pc.in vyre.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vyre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(cmake/vyre-config.cmake.in vyre-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre)
write_basic_package_version_file(vyre-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vyre-config.cmake ${PROJECT_BINARY_DIR}/vyre-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre)
