import Glibc

/// The names an output folder goes by on its way, and what may stand in that way.
struct OutputPaths {
  /// The folder's final path.
  let path: String
  /// Where its contents are until it is published.
  let partialPath: String
  /// Where a folder that is being replaced is for the moment between two renamings.
  let replacedPath: String
  let isForced: Bool
  /// The file without which a folder is no run of this program, and not replaced.
  let markerName: String

  init(path: String, isForced: Bool, markerName: String) throws(FileError) {
    let parts = path.split(separator: "/")
    guard let name = parts.last, name != ".", name != ".." else {
      throw FileError(.other, "cannot write", path, because: "it names no folder of its own")
    }
    let root = path.hasPrefix("/") ? "/" : ""
    let above = root + parts.dropLast().map { $0 + "/" }.joined()
    self.path = above + name
    partialPath = "\(above).\(name).partial"
    replacedPath = "\(above).\(name).replaced"
    self.isForced = isForced
    self.markerName = markerName
  }
}

extension OutputPaths {
  /// Makes the partial folder and locks it, after removing one whose owner is gone.
  ///
  /// The lock ends with the process, however that ends.
  ///
  /// With `resumes` it is left as it is.
  func claim(resumes: Bool = false) throws(FileError) -> Int32 {
    try FileTree.makeDirectories(FileTree.parent(of: path))
    if FileTree.exists(partialPath) {
      let old = try lock()
      if resumes { return old }
      defer { close(old) }
      try FileTree.remove(partialPath)
    }
    guard mkdir(partialPath, 0o755) == 0 else { throw .last("cannot write", partialPath) }
    return try lock()
  }

  private func lock() throws(FileError) -> Int32 {
    let descriptor = open(partialPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last("cannot write", partialPath) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw FileError(
        .inUse, "cannot write", path,
        because: "another process is writing it; wait for it or use another --name")
    }
    return descriptor
  }

  /// What the marker is called until the folder is whole.
  var hiddenMarkerName: String { ".\(markerName)" }

  /// Makes a folder that has its final name and no marker yet a partial one again, as a process
  /// leaves it that is killed in the midst of publishing; returns whether there was one.
  func takeBack() throws(FileError) -> Bool {
    guard FileTree.exists("\(path)/\(hiddenMarkerName)"),
      !FileTree.exists("\(path)/\(markerName)"), !FileTree.exists(partialPath)
    else { return false }
    try FileTree.rename(path, to: partialPath)
    return true
  }

  /// Finishes or undoes what a process killed in the midst of replacing left half done.
  func recover() throws(FileError) {
    guard FileTree.exists(replacedPath) else { return }
    if FileTree.exists(path) {
      try FileTree.remove(replacedPath)
    } else {
      try FileTree.rename(replacedPath, to: path)
    }
  }

  /// Whether the final path is free, or taken by something that may be replaced.
  func checkReplaceable() throws(FileError) {
    guard FileTree.exists(path) else { return }
    guard isForced else {
      throw FileError(
        .exists, "cannot write", path,
        because: "it exists already; use --force to replace it or another --name")
    }
    guard FileTree.exists("\(path)/\(markerName)") else {
      throw FileError(
        .notARun, "cannot replace", path,
        because: "it holds no \(markerName), so it is no run of this program; "
          + "remove it yourself or use another --name")
    }
  }

  /// Gives the partial folder its final name.
  func publish() throws(FileError) {
    try FileTree.synchronizeAll(in: partialPath)
    try checkReplaceable()
    let isReplacing = FileTree.exists(path)
    if isReplacing { try FileTree.rename(path, to: replacedPath) }
    do {
      try FileTree.rename(partialPath, to: path)
    } catch {
      if isReplacing { try FileTree.rename(replacedPath, to: path) }
      throw error
    }
  }

  /// Makes the new name last and lets go of what it replaced.
  func settle() throws(FileError) {
    try FileTree.synchronize(FileTree.parent(of: path))
    if FileTree.exists(replacedPath) { try FileTree.remove(replacedPath) }
  }
}
