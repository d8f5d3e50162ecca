import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Imported workouts")
struct HealthImportTests {
  private static let child = TestFamily.child

  private static func workout(
    _ sample: UInt64 = 5, revision: UInt32 = 1, minutes: UInt32 = 30
  ) -> ImportedWorkout {
    ImportedWorkout(
      sample: sample, revision: revision, start: TestFamily.noon(0),
      durationMilliseconds: minutes * 60_000, kind: 3, kilocalories: 240)
  }

  private static func apply(_ command: Command, to family: TestFamily, site: UInt32 = 1) -> Effect {
    family.state.applyHealthImport(family.fact(command, site: site))
  }

  @Test("TRN-3: a payload holds a workout")
  func payload() {
    for revision in [1, ImportedWorkout.revisionMax] {
      var workout = Self.workout(.max, revision: revision)
      workout.kilocalories = .max
      workout.kind = .max
      workout.durationMilliseconds = .max
      #expect(ImportedWorkout(sample: Entity(raw: .max), workout.payload) == workout)
    }
    #expect(FactKind.workoutImported.rawValue == 60)
    #expect(FactKind.workoutImportRemoved.rawValue == 61)
  }

  @Test("TRN-3: an import exists once however many devices import it, and an edit updates it")
  func once() {
    let family = TestFamily()
    #expect(Self.apply(.importWorkout(Self.workout(), of: Self.child), to: family) == .changed)
    let digest = family.state.digest
    for site in UInt32(2)..<5 {
      let again = Self.apply(
        .importWorkout(Self.workout(), of: Self.child), to: family, site: site)
      #expect(again == .superseded && family.state.digest == digest)
    }
    let edited = Self.workout(revision: 2, minutes: 45)
    #expect(Self.apply(.importWorkout(edited, of: Self.child), to: family) == .changed)
    // A device that was offline submits an old reading.
    #expect(
      Self.apply(.importWorkout(Self.workout(), of: Self.child), to: family, site: 9)
        == .superseded)
    #expect(family.state.training.importedWorkout(5, of: Self.child, family.state.shared) == edited)
    #expect(
      family.state.training.importedWorkout(5, of: TestFamily.sibling, family.state.shared) == nil)
    #expect(family.state.training.importedWorkout(6, of: Self.child, family.state.shared) == nil)
  }

  @Test("TRN-3: a workout deleted in the store stays deleted, and two deletes agree")
  func deleted() {
    let family = TestFamily()
    _ = Self.apply(.importWorkout(Self.workout(), of: Self.child), to: family)
    #expect(Self.apply(.removeImportedWorkout(5, of: Self.child), to: family) == .changed)
    #expect(Self.apply(.removeImportedWorkout(5, of: Self.child), to: family) == .superseded)
    let late = Self.workout(revision: ImportedWorkout.revisionMax)
    #expect(Self.apply(.importWorkout(late, of: Self.child), to: family) == .superseded)
    #expect(family.state.training.importedWorkout(5, of: Self.child, family.state.shared) == nil)
  }

  @Test("TRN-3: imports end in the same state in whatever order they arrive", arguments: 0..<200)
  func order(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let maker = TestFamily()
    let facts = (0..<30).map { _ -> Fact in
      let sample = UInt64(1 + dice.roll(4))
      let revision = UInt32(1 + dice.roll(4))
      let isRemoval = dice.chance(1, in: 10)
      let command: Command =
        isRemoval
        ? .removeImportedWorkout(sample, of: Self.child)
        : .importWorkout(
          Self.workout(sample, revision: revision, minutes: revision), of: Self.child)
      return maker.fact(command, site: UInt32(1 + dice.roll(3)))
    }
    let family = TestFamily()
    for fact in facts { _ = family.state.applyHealthImport(fact) }
    let other = TestFamily()
    for fact in dice.shuffled(facts) {
      _ = other.state.applyHealthImport(fact)
    }
    #expect(family.isIdentical(to: other) && family.state.digest == other.state.digest)
    for sample in UInt64(1)...4 {
      let about = facts.filter { $0.entity.raw == sample }
      let isRemoved = about.contains { $0.kind == .workoutImportRemoved }
      let latest = about.map { ImportedWorkout(sample: $0.entity, $0.payload) }
        .max { $0.revision < $1.revision }
      #expect(
        family.state.training.importedWorkout(sample, of: Self.child, family.state.shared)
          == (isRemoved ? nil : latest))
    }
  }

  @Test("TRN-3: a person who may log may import; malformed workouts are refused")
  func deciding() {
    func refusal(
      _ command: Command, by author: MemberHandle = TestFamily.parent, mayLog: Bool = false
    ) -> Refusal? {
      let family = TestFamily()
      if mayLog { family.submit(.setChildMayLog(author, to: true)) }
      return decideHealthImport(family.fact(command, by: author), on: family.state)
    }
    let good = Command.importWorkout(Self.workout(), of: Self.child)
    let removal = Command.removeImportedWorkout(5, of: Self.child)
    for command in [good, removal] {
      #expect(refusal(command) == nil)
      #expect(refusal(command, by: Self.child) == .loggingNotAllowed)
      #expect(refusal(command, by: Self.child, mayLog: true) == nil)
      #expect(refusal(command, by: TestFamily.sibling, mayLog: true) == .loggingNotAllowed)
      #expect(refusal(command, by: TestFamily.observer) == .loggingNotAllowed)
    }
    #expect(refusal(.removeImportedWorkout(0, of: Self.child)) == .amountOutOfRange)
    for wrong in [
      Self.workout(0), Self.workout(revision: 0), Self.workout(minutes: 0),
      Self.workout(minutes: 1_441), Self.workout(revision: ImportedWorkout.revisionMax + 1),
    ] {
      #expect(refusal(.importWorkout(wrong, of: Self.child)) == .amountOutOfRange)
    }
    var off = Self.workout()
    off.start = TestFamily.noon(-1)
    #expect(refusal(.importWorkout(off, of: Self.child)) == .dayOutOfRange)
    off.start = TestFamily.noon(2)
    #expect(refusal(.importWorkout(off, of: Self.child)) == .dayInFuture)
    off.start = TestFamily.noon(1)
    #expect(refusal(.importWorkout(off, of: Self.child)) == nil)
  }

  @Test("TRN-3: imports never crash, whatever a hostile client sends", arguments: 0..<10)
  func fuzz(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    func word() -> UInt64 {
      dice.pick([0, 1, .max, 1 << 63, UInt64(dice.roll(1 << 16)) << UInt64(dice.roll(49))])
    }
    let family = TestFamily()
    for _ in 0..<300 {
      var command = Command.importWorkout(Self.workout(), of: Self.child)
      if dice.chance(1, in: 4) { command.kind = .workoutImportRemoved }
      command.entity = Entity(raw: word())
      if dice.chance(1, in: 2) { command.payload.first = word() }
      if dice.chance(1, in: 2) { command.payload.second = word() }
      let fact = family.fact(command)
      if decideHealthImport(fact, on: family.state) == nil {
        _ = family.state.applyHealthImport(fact)
        _ = family.state.training.importedWorkout(
          fact.entity.raw, of: Self.child, family.state.shared)
      }
    }
  }
}
