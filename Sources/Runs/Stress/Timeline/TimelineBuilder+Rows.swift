import DomainCore
import JSONText
import Plans

// What rows of the feed say.
extension TimelineBuilder {
  /// What an operation says, as a plan would, with the day that it counts for and its stamp.
  func said(_ fact: Fact) -> String {
    let command = Command(
      fact.kind, subject: fact.subject, entity: fact.kind.createsEntity ? .none : fact.entity,
      payload: fact.payload)
    let text = JSONWriter(.compact).text(commands.json(of: command))
    return "\(text) on \(fact.day), stamped \(fact.version.instant)"
  }
}

extension CommandNames {
  /// Names for who reads a story: entities are called by the operation that made them.
  static func told(
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
