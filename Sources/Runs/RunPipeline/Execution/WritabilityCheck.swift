public import Datasets
import SystemLibrary

/// Checks that output can be written before the work that produces it.
public enum WritabilityCheck {
  /// Checks that files can be created in a folder, and removes what it created to find out.
  public static func folder(_ path: String) throws(FileError) {
    let missing = CreatedFolders(above: ["\(path)/file"])
    defer { missing.removeEmpty() }
    try FileTree.makeDirectories(path)
    _ = try OutputFile(at: "\(path)/.shakeout-\(getpid())")
  }
}
