import DomainCore
import JSONText
import Plans

// The content of a feed's rows.
extension TimelineBuilder {
  /// An operation's content as a plan would have it, with the day that it counts for and its stamp.
  func content(_ fact: Fact) -> String {
    let command = Command(
      fact.kind, subject: fact.subject, entity: fact.kind.createsEntity ? .none : fact.entity,
      payload: fact.payload)
    let text = JSONWriter(.compact).text(commands.json(of: command))
    return "\(text) on \(fact.day), stamped \(fact.version.instant)"
  }
}

extension CommandNames {
  /// Names for the reader of a timeline: an entity is called by the operation that created it.
  static func reported(
    _ texts: NameTable, device: @escaping (Int) -> String?
  ) -> CommandNames {
    CommandNames(
      entityName: { entity in
        let name = device(Int(entity.raw >> 32))?.prefix { $0 != " " } ?? "?"
        return "\(name)#\(UInt32(truncatingIfNeeded: entity.raw))"
      }, entity: { _ in nil }, memberName: { "m\($0.index)" }, member: { _ in nil },
      text: { texts.holds($0) ? texts.text(of: $0) : nil }, handle: { _ in TextHandle(.max) })
  }
}
