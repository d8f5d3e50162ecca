// Accounts: commands.

extension Command {
  /// NUT-7: has a photo of somebody's food analysed.
  @inlinable public static func analyzePhoto(for person: MemberHandle) -> Command {
    Command(.photoAnalyzed, subject: person)
  }
}
