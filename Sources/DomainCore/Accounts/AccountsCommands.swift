extension Command {
  /// NUT-7: has a photo of somebody's food analysed.
  @inlinable public static func analysePhoto(for person: MemberHandle) -> Command {
    Command(.photoAnalysed, subject: person)
  }
}

extension FactKind {
  /// OFF-1: whether it can only be done with a connection, because the server does the work.
  @inlinable public var needsNetwork: Bool { self == .photoAnalysed }
}
