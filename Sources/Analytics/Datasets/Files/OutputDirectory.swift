import Glibc

/// A folder that appears whole or not at all.
///
/// Everything is written into a hidden folder beside the final one. Publishing brings it to the
/// disk and renames it; whatever ends the run before that leaves the final name untouched. What
/// a killed process left behind is known by having no owner any more and removed by the next
/// run of the same name; what a live one is writing is left alone.
public struct OutputDirectory: ~Copyable {
  private let place: OutputPaths
  /// The partial folder, open and locked.
  private let lock: Int32
  private var isOver = false
  /// Whether a process was killed when it had given an earlier one its name and not yet its marker.
  public let wasWithoutMarker: Bool

  /// Prepares to publish a folder at `path`, whose parents are made as needed.
  ///
  /// With `force` a folder that is there already and holds the file `markerName` is replaced,
  /// but only when the new one is whole.
  ///
  /// With `resumes` what an earlier process left of it is still there, if it left anything.
  public init(
    at path: String, force: Bool = false, markerName: String = "manifest.json",
    resumes: Bool = false
  ) throws(FileError) {
    let place = try OutputPaths(path: path, isForced: force, markerName: markerName)
    let wasWithoutMarker = try place.takeBack()
    let lock = try place.claim(resumes: resumes)
    do {
      try place.recover()
      try place.checkReplaceable()
    } catch {
      if !resumes { try? FileTree.remove(place.partialPath) }
      close(lock)
      throw error
    }
    self.place = place
    self.lock = lock
    self.wasWithoutMarker = wasWithoutMarker
  }

  deinit {
    if !isOver { try? FileTree.remove(place.partialPath) }
    close(lock)
  }

  /// The folder's final path.
  public var path: String { place.path }

  /// Where the folder's contents are until it is published.
  public var partialPath: String { place.partialPath }

  /// The path at which to write a file of the folder, whose own folders are made as needed.
  public func path(of name: String) throws(FileError) -> String {
    let path = "\(partialPath)/\(name)"
    try FileTree.makeDirectories(FileTree.parent(of: path))
    return path
  }

  /// Opens a file of the folder for writing.
  public func sink(_ name: String, isHashed: Bool = true) throws(FileError) -> FileSink {
    try FileSink(path: try path(of: name), isHashed: isHashed)
  }

  /// Gives the folder its final name, with everything in it on the disk.
  public consuming func publish() throws(FileError) {
    try place.publish()
    isOver = true
    try place.settle()
  }

  /// Gives the folder its final name, but without its marker, so that it is no run yet; `publishMarker`
  /// has to follow.
  public consuming func publishWithoutMarker() throws(FileError) -> UnpublishedDirectory {
    try FileTree.rename(
      "\(partialPath)/\(place.markerName)", to: "\(partialPath)/\(place.hiddenMarkerName)")
    try place.publish()
    isOver = true
    return UnpublishedDirectory(place: place)
  }

  /// Leaves what was written where it is, for another process to go on from there.
  public consuming func keep() {
    isOver = true
  }

  /// Removes what was written; the final name stays as it is. Letting go of the value without
  /// publishing it does the same, but cannot say what went wrong.
  public consuming func discard() throws(FileError) {
    try FileTree.remove(partialPath)
    isOver = true
  }
}

/// A folder that has its final name, but is no run before its marker is there.
public struct UnpublishedDirectory: ~Copyable {
  fileprivate let place: OutputPaths

  /// Removes a file that was of use only as long as the folder was unfinished.
  public func remove(_ name: String) throws(FileError) {
    try FileTree.remove("\(place.path)/\(name)")
  }

  /// Gives the folder its marker: now it is whole, from one moment to the next.
  public consuming func publishMarker() throws(FileError) {
    try FileTree.rename(
      "\(place.path)/\(place.hiddenMarkerName)", to: "\(place.path)/\(place.markerName)")
    try FileTree.synchronize(place.path)
    try place.settle()
  }
}
