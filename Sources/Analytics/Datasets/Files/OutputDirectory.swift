import SystemLibrary

/// A folder that is published atomically: complete or not at all.
///
/// All files are written into a hidden folder next to the final one. Publishing syncs it to the
/// disk and renames it; if the run ends before that, the final name is untouched. A lock shows
/// whether the owner of a hidden folder still runs. The next run of the same name removes the
/// folder of a killed process, and leaves that of a running one alone.
public struct OutputDirectory: ~Copyable {
  private let place: OutputPaths
  /// The open and locked partial folder.
  private let lock: Int32
  private var isOver = false
  /// Whether an earlier process was killed after the renaming and before writing the marker.
  public let wasWithoutMarker: Bool

  /// Prepares to publish a folder at `path`, and creates missing parents.
  ///
  /// With `force` an existing folder that has the file `markerName` is replaced, but only when the
  /// new one is complete.
  ///
  /// With `resumes` the files of an interrupted process are kept, if there are any.
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

  /// The path of the contents until they are published.
  public var partialPath: String { place.partialPath }

  /// The path for writing a file of the folder; missing subfolders are created.
  public func path(of name: String) throws(FileError) -> String {
    let path = "\(partialPath)/\(name)"
    try FileTree.makeDirectories(FileTree.parent(of: path))
    return path
  }

  /// Opens a file of the folder for writing.
  public func sink(_ name: String, isHashed: Bool = true) throws(FileError) -> FileSink {
    try FileSink(path: try path(of: name), isHashed: isHashed)
  }

  /// Syncs all contents to the disk and gives the folder its final name.
  public consuming func publish() throws(FileError) {
    try place.publish()
    isOver = true
    try place.settle()
  }

  /// Gives the folder its final name without its marker, so that it is not a run yet. Call
  /// `publishMarker` afterwards.
  public consuming func publishWithoutMarker() throws(FileError) -> UnpublishedDirectory {
    try FileTree.rename(
      "\(partialPath)/\(place.markerName)", to: "\(partialPath)/\(place.hiddenMarkerName)")
    try place.publish()
    isOver = true
    return UnpublishedDirectory(place: place)
  }

  /// Keeps the partial folder, so that another process can resume.
  public consuming func keep() {
    isOver = true
  }

  /// Removes the partial folder; the final name is untouched. Dropping the value without publishing
  /// does the same, but cannot throw.
  public consuming func discard() throws(FileError) {
    try FileTree.remove(partialPath)
    isOver = true
  }
}

/// A folder with its final name that is not a run before its marker exists.
public struct UnpublishedDirectory: ~Copyable {
  fileprivate let place: OutputPaths

  /// Removes a file that was needed only while the folder was unfinished.
  public func remove(_ name: String) throws(FileError) {
    try FileTree.remove("\(place.path)/\(name)")
  }

  /// Adds the marker, which atomically makes the folder a complete run.
  public consuming func publishMarker() throws(FileError) {
    try FileTree.rename(
      "\(place.path)/\(place.hiddenMarkerName)", to: "\(place.path)/\(place.markerName)")
    try FileTree.synchronize(place.path)
    try place.settle()
  }
}
