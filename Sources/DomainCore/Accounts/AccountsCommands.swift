extension Command {
  /// NUT-7: has a photo of somebody's food analysed.
  @inlinable public static func analysePhoto(for person: MemberHandle) -> Command {
    Command(.photoAnalysed, subject: person)
  }
}
