// Accounts: commands.

extension Command {
  /// NUT-7: has a photo of a person's food analyzed.
  @inlinable public static func analyzePhoto(for person: MemberHandle) -> Command {
    Command(.photoAnalyzed, subject: person)
  }
}
