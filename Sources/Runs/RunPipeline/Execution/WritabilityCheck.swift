public import Datasets
import Glibc

/// Checks that output can be written before the work that produces it.
public enum WritabilityCheck {
  /// Checks that files can be created in a folder, and removes what it created to find out.
  public static func folder(_ path: String) throws(FileError) {
    let probe = "\(path)/.shakeout-\(getpid())"
    let missing = CreatedFolders(above: [probe])
    defer { missing.removeEmpty() }
    try FileTree.makeDirectories(path)
    try file(probe)
  }

  /// Checks that a file can be created at a path; an existing file is not changed.
  public static func file(_ path: String) throws(FileError) {
    var status = stat()
    if stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
      throw FileError(.exists, "cannot write", path, because: "it is a folder")
    }
    let probe = path + ".unfinished"
    defer { unlink(probe) }
    do {
      try FileSink(path: probe, isHashed: false).end()
    } catch {
      throw FileError(error.code, error.action, path, because: error.cause)
    }
  }
}
