import Chronology

extension ScopeState {
  /// TRN-3: folds an import: one register a person and number of the store, which the greatest
  /// revision of the store wins, and deletion for good. O(1).
  ///
  /// So a sample is there once however many devices import it, an edit updates it, and a device
  /// that was away brings back neither an old reading nor what was deleted. When it says that the
  /// state changed, `importedWorkout` has the workout as it is now.
  public mutating func applyHealthImport(_ fact: Fact) -> Effect {
    // The store's revision takes the place of the clock; equal revisions say the same. One above,
    // because the version zero is that of a field nobody wrote.
    var write = fact
    let revision =
      fact.kind == .workoutImportRemoved
      ? ImportedWorkout.revisionMax + 1
      : ImportedWorkout(sample: fact.entity, fact.payload).revision
    write.version = Version(stamp: UInt64(revision) + 1, site: 0)
    let value = fact.kind == .workoutImportRemoved ? Payload() : fact.payload
    return self.write(write, to: Self.importKey(fact.entity, of: fact.subject), value: value)
      ? .changed : .superseded
  }

  /// TRN-3: an imported workout, or nil when there is none or it was deleted.
  public func importedWorkout(_ sample: UInt64, of person: MemberHandle) -> ImportedWorkout? {
    guard let register = registers[Self.importKey(Entity(raw: sample), of: person)],
      register.version.stamp <= UInt64(ImportedWorkout.revisionMax) + 1
    else { return nil }
    return ImportedWorkout(sample: Entity(raw: sample), register.value)
  }

  private static func importKey(_ sample: Entity, of person: MemberHandle) -> FieldKey {
    FieldKey(.workoutImported, of: sample, detail: UInt64(person.index))
  }
}
