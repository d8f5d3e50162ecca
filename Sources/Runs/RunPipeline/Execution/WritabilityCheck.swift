public import Datasets
import Glibc

/// Whether something can be written where it shall go: asked before the work that comes first, and
/// would be done in vain.
public enum WritabilityCheck {
  /// Whether files can be made in a folder. What had to be made to know that is taken back.
  public static func folder(_ path: String) throws(FileError) {
    let probe = "\(path)/.shakeout-\(getpid())"
    let missing = CreatedFolders(above: [probe])
    defer { missing.removeEmpty() }
    try FileTree.makeDirectories(path)
    try file(probe)
  }

  /// Whether a file can be made at a path; one that is there stays as it is.
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
