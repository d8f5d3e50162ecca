import Glibc

/// The folders above a run's own that were not there before it, for taking back those it made.
struct CreatedFolders {
  /// Each before those in it.
  private let paths: [String]

  init(above paths: [String]) {
    self.paths = paths.flatMap(Self.folders).filter { access($0, F_OK) != 0 }
  }

  /// Removes those that hold nothing, as they do when nothing was published.
  func removeEmpty() {
    for path in paths.reversed() { rmdir(path) }
  }

  /// The folders that a path leads through: of `a/b/c` these are `a` and `a/b`.
  private static func folders(above path: String) -> [String] {
    path.indices.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
  }
}
