import SystemLibrary

/// The paths of an output folder before and after publishing, and checks of existing ones.
struct OutputPaths {
  /// The folder's final path.
  let path: String
  /// The path of the contents until they are published.
  let partialPath: String
  /// The path of a folder that is being replaced, between two renamings.
  let replacedPath: String
  let isForced: Bool
  /// The file that marks a folder as a run of this program; other folders are not replaced.
  let markerName: String

  init(path: String, isForced: Bool, markerName: String) throws(FileError) {
    let parts = path.split(separator: "/")
    guard let name = parts.last, name != ".", name != ".." else {
      throw FileError(
        .other, "cannot write", path, because: "the path has no folder name at its end")
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
  /// Creates the partial folder and locks it, after removing one without a running owner.
  ///
  /// The lock ends with the process.
  ///
  /// With `resumes` an existing partial folder is kept.
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

  /// The name of the marker until the folder is complete.
  var hiddenMarkerName: String { ".\(markerName)" }

  /// Renames a folder that has its final name without a marker back to a partial one. A process
  /// that is killed while publishing leaves such a folder. Returns whether there was one.
  func takeBack() throws(FileError) -> Bool {
    guard FileTree.exists("\(path)/\(hiddenMarkerName)"),
      !FileTree.exists("\(path)/\(markerName)"), !FileTree.exists(partialPath)
    else { return false }
    try FileTree.rename(path, to: partialPath)
    return true
  }

  /// Finishes or undoes the replacement of a process that was killed during it.
  func recover() throws(FileError) {
    guard FileTree.exists(replacedPath) else { return }
    if FileTree.exists(path) {
      try FileTree.remove(replacedPath)
    } else {
      try FileTree.rename(replacedPath, to: path)
    }
  }

  /// Checks that the final path is free, or has a folder that may be replaced.
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
        because: "it has no \(markerName), so it is not a run of this program; "
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

  /// Syncs the new name to the disk and removes the replaced folder.
  func settle() throws(FileError) {
    try FileTree.synchronize(FileTree.parent(of: path))
    if FileTree.exists(replacedPath) { try FileTree.remove(replacedPath) }
  }
}
