# What `cmake --install` puts where, and the Debian package that `cpack` makes of it.
#   the program, its manual page, completions and protocols
#   the C++ library: quorate/lpor.hpp, and the seam (TransitionSystem) with its searches as quorate::search
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The pages are made from the option table by a program of their own.
add_executable(quorate_pages tools/pages.cpp)
target_link_libraries(quorate_pages PRIVATE quorate_cli)
set(pages ${CMAKE_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/quorate.1 ${pages}/quorate ${pages}/_quorate
  COMMAND quorate_pages ${PROJECT_VERSION} ${pages} DEPENDS quorate_pages)
add_custom_target(pages ALL DEPENDS ${pages}/quorate.1)

install(TARGETS quorate RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${pages}/quorate.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/quorate DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${pages}/_quorate DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(DIRECTORY protocols DESTINATION ${CMAKE_INSTALL_DATADIR}/quorate)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

# The library for other programs. Its headers keep the names that they have in src/, below include/quorate.
set(library_folders base store system/seam search)
foreach(folder ${library_folders})
  install(DIRECTORY src/${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quorate/${folder} FILES_MATCHING PATTERN "*.hpp")
  string(REPLACE "/" "_" name ${folder})
  install(TARGETS quorate_${name} EXPORT quorate_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_target_properties(quorate_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(FILES src/model/ids.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quorate/model)
install(DIRECTORY include/quorate DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
add_library(quorate_lpor INTERFACE)
set_target_properties(quorate_lpor PROPERTIES EXPORT_NAME lpor)
target_compile_features(quorate_lpor INTERFACE cxx_std_20)
target_include_directories(quorate_lpor INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS quorate_lpor EXPORT quorate_targets)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/quorate)
install(EXPORT quorate_targets NAMESPACE quorate:: DESTINATION ${package})
configure_package_config_file(tools/quorate-config.cmake.in quorate-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(quorate-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/quorate-config.cmake ${CMAKE_BINARY_DIR}/quorate-config-version.cmake DESTINATION ${package})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Quorate authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier of fault-tolerant message-passing protocols")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${CMAKE_SOURCE_DIR}/tools/package-description.txt)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++)  # native code; without it searches are interpreted
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
