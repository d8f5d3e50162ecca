import Base
public import Chronology
public import DomainCore
public import SimulatedWorld

/// The steps that a run has recorded, as a source of steps for another world with the same setup.
///
/// They do what the plan of that run does (`PlannedSteps`), but no text is written or read.
public struct RecordedSteps: StepSource, ~Copyable {
  private let journal: [PerformedStep]
  private let leftOut: [StepFaultKind]
  private let references: RecordedReferences
  private let commands: CommandText
  private var next = 0
  public private(set) var nextTime: Instant?

  /// The steps of a journal without some faults. `texts` is the table of the run.
  public init(
    _ journal: [PerformedStep], leavingOut leftOut: [StepFaultKind] = [], texts: NameTable
  ) {
    self.journal = journal
    self.leftOut = leftOut
    references = RecordedReferences(texts: texts)
    commands = CommandText(names: references.commandNames)
    findNext()
  }

  /// Goes on to the next step that is not left out.
  private mutating func findNext() {
    while next < journal.count, let fault = StepFaultKind(journal[next].step.action),
      leftOut.contains(fault)
    {
      next += 1
    }
    nextTime = next < journal.count ? journal[next].step.time : nil
  }

  public mutating func act(in world: inout World) {
    guard nextTime != nil else { return }
    let entry = journal[next]
    let step = Step(
      entry.step.id, at: entry.step.time, action(of: entry, in: world))
    if case .done(let made?) = world.perform(step) { references.note(made, by: step.id) }
    if let made = entry.made { references.noteRecorded(made, by: step.id) }
    next += 1
    findNext()
  }

  /// The action of a step with what its commands refer to in this world. It is impossible where no
  /// step of this run has created that.
  private func action(of entry: PerformedStep, in world: borrowing World) -> StepAction {
    switch entry.step.action {
    case .submit(let command, let place):
      load(entry, world.membershipSnapshot(at: place))
      return referring(command).map { .submit($0, place) } ?? .impossible
    case .submitTogether(let batch, let place):
      load(entry, world.membershipSnapshot(at: place))
      var referring: [Command] = []
      for command in batch {
        guard let command = self.referring(command) else { return .impossible }
        referring.append(command)
      }
      return referring.isEmpty ? .impossible : .submitTogether(referring, place)
    case .join(let command, let person):
      var place: ReplicaAddress?
      if world.directory.people[person].deviceCount > 0 {
        place = ReplicaAddress(
          world.directory.people[person].firstDevice, isGroup: command.kind != .memberJoined)
      }
      load(entry, world.membershipSnapshot(at: place))
      return referring(command).map { .join($0, person: person) } ?? .impossible
    default: return entry.step.action
    }
  }

  /// Members are named as the device that submits the operation knows them.
  private func load(_ entry: PerformedStep, _ members: MembershipSnapshot) {
    references.recordedMembers = entry.membershipSnapshot
    references.members = members
  }

  /// A command with what it refers to in this world; nil if that was not created.
  private func referring(_ command: Command) -> Command? {
    do throws(CommandTextError) {
      return try commands.command(from: commands.json(of: command))
    } catch .unresolved {
      return nil
    } catch {
      preconditionFailure("a command that a run has submitted can be read: \(error)")
    }
  }
}
