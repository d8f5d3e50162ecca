import FoundationEssentials

/// The folder in which the commands of a test run: those that a person types are often relative.
public enum EngineCommandFolder {
  /// That of this process.
  public static var current: String { FileManager.default.currentDirectoryPath }

  /// Whether there is such a folder on this machine.
  static func exists(_ folder: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) && isFolder
  }

  /// The words for the shell that run a command in a folder, or in the current one.
  static func words(_ command: String, in folder: String?) -> [String] {
    guard let folder else { return ["-c", command] }
    return ["-c", "cd -- \"$1\" && exec /bin/sh -c \"$2\"", "sh", folder, command]
  }
}
