# What `cmake --install` puts where, and the package that `find_package(burin)` finds.
include(CMakePackageConfigHelpers)

target_compile_features(burin_dsl INTERFACE cxx_std_20)

install(TARGETS burin_dsl burin_sim burin_flows burin_cli EXPORT burin-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS burin RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(part dsl sim flows generators)
  install(DIRECTORY ${part}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/burin)
install(EXPORT burin-targets NAMESPACE burin:: DESTINATION ${package_folder})
configure_package_config_file(cmake/burinConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/burinConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change what programs rely on.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/burinConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/burinConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/burinConfigVersion.cmake
        DESTINATION ${package_folder})
