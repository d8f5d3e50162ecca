import SystemLibrary

/// The missing parent folders of a run's folders, so that a failed run can remove what it created.
struct CreatedFolders {
  /// Parents before their children.
  private let paths: [String]

  init(above paths: [String]) {
    self.paths = paths.flatMap(Self.folders).filter { access($0, F_OK) != 0 }
  }

  /// Removes the folders that are empty, as all are if nothing was published.
  func removeEmpty() {
    for path in paths.reversed() { rmdir(path) }
  }

  /// The parent folders of a path: for `a/b/c` these are `a` and `a/b`.
  private static func folders(above path: String) -> [String] {
    path.indices.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
  }
}
