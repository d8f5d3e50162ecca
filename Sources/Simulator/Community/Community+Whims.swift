import Base
import Chronology
import DomainCore
import Population
import SyncCore

// What people do once in a while, in a first session of a day.
extension Community {
  mutating func followWhim(_ tapping: Tapping) {
    let author = tapping.author
    guard let draw = simulation.behaviour.whim(people[author].person, on: tapping.plannedDay) else {
      return
    }
    let whim = whim(tapping, draw)
    let isOfGroup = draw.first >> 60 < 2
    if isOfGroup && activities[author].groupDevice >= 0 {
      followGroupWhim(whim, tapping)
      return
    }
    let commands = Self.commands(of: whim, on: replicas[tapping.device])
    guard let command = whim.pick(commands, 7) else { return }
    let subject = min(Int(command.subject.index), whim.founders - 1)
    let about = households[people[author].household].firstPerson + subject
    if let operation = tap(command, about: about, tapping) {
      activities[author].whims.note(operation.fact)
    }
  }

  private mutating func followGroupWhim(_ whim: Whim, _ tapping: Tapping) {
    let device = activities[tapping.author].groupDevice
    guard devices[device].member != .newcomer else { return }
    let commands = Self.groupCommands(
      of: whim, as: devices[device].member, on: replicas[device])
    guard let command = whim.pick(commands, 7) else { return }
    var inGroup = tapping
    inGroup.device = device
    tap(command, about: tapping.author, inGroup)
    startExchange(device)
  }

  private static func groupCommands(
    of whim: Whim, as member: MemberHandle, on replica: borrowing MemoryReplica
  ) -> [Command] {
    replica.store.revocation == nil
      ? whim.groupCommands(of: member, replica.store.state) : []
  }

  private func whim(_ tapping: Tapping, _ draw: Draw) -> Whim {
    let household = households[people[tapping.author].household]
    let author = people[tapping.author].member
    var (child, other) = (author, author)
    for index in household.firstPerson..<household.firstPerson + household.personCount {
      if people[index].person.role == .child { child = people[index].member }
      if people[index].person.role == .parent && people[index].member != author {
        other = people[index].member
      }
    }
    let texts = simulation.habitNames
    return Whim(
      author: author, child: child, other: other, founders: household.personCount,
      day: tapping.day, zone: household.zone.zone, now: now,
      text: texts[Int(draw.first >> 24) % texts.count].text,
      otherText: texts[Int(draw.first >> 32) % texts.count].text,
      made: activities[tapping.author].whims, draw: draw)
  }

  private static func commands(
    of whim: Whim, on replica: borrowing MemoryReplica
  ) -> [Command] {
    whim.commands(on: replica.store.state)
  }
}
