import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Notifications equal those of the reference model")
struct NotificationOracleTests {
  @Test(
    "NOT-1, NOT-2, NOT-3, NOT-6, SCH-5: in random families, wherever people travel",
    arguments: 0..<4 as Range<UInt64>)
  func histories(part: UInt64) {
    var met: [String: Int] = [:]
    for seed in (part * 750)..<((part + 1) * 750) {
      var life = ToldHome(seed: seed, length: 24)
      var mail = Mail()
      life.live { life, minute in mail.look(at: minute, life) }
      #expect(life.differences.isEmpty, "seed \(seed): \(life.differences.prefix(3))")
      if !life.differences.isEmpty { return }
      met.merge(mail.post.met, uniquingKeysWith: +)
    }
    // Every kind is sent, and held back, and every other case occurs.
    var wanted = ["switched off", "came later", "snoozed", "again", "series", "over"]
    for kind in 0...15 { wanted += ["sent \(kind)", "held \(kind)"] }
    for kind in [0, 1, 2, 3, 4, 8, 11] { wanted.append("late \(kind)") }
    for theme in [0, 2, 5, 9, 10] { wanted.append("together \(theme)") }
    for what in wanted { #expect(met[what, default: 0] > 0, "\(what)") }
  }
}

/// What the core sends in a random family, next to what the model sends.
private struct Mail: ~Copyable {
  var notifier = Notifier()
  var post = ExpectedNotification()

  mutating func look(at minute: Int, _ life: borrowing ToldHome) -> [String] {
    let now = HomeModel.instant(minute)
    let home = life.home
    let plain = home.occasions(at: minute)
    let found = NotificationPlanner.occasions(in: life.state, now: now) {
      HomeReplay.zone($0, home)
    }
    let expected = Set(
      plain.map {
        NotificationTrigger(
          life.replay.cause($0.cause), to: MemberHandle(UInt16($0.to)),
          due: HomeModel.instant($0.due), expires: HomeModel.instant($0.expires))
      })
    if Set(found) != expected {
      return [
        "at \(minute) too much: \(Set(found).subtracting(expected))",
        "at \(minute) too little: \(expected.subtracting(found))",
      ]
    }
    let before = notifier.sentCount
    // A list that is computed twice, as by two devices, gives the same result.
    let occasions = minute % 4 == 0 ? found + found : found
    let sent = notifier.step(at: now, occasions: occasions, on: life.state) {
      HomeReplay.zone($0, home)
    }
    let bundles = post.look(at: minute, home, plain)
    return differences(sent, after: before, from: bundles, at: now, life.replay)
  }

  private func differences(
    _ sent: [NotificationDelivery], after before: Int, from bundles: [ExpectedNotification.Bundle],
    at now: Instant,
    _ replay: HomeReplay
  ) -> [String] {
    var differences = sent.count == bundles.count ? [] : ["\(sent), not \(bundles)"]
    for bundle in bundles {
      let causes = Set(bundle.causes.map { replay.cause($0) })
      let to = MemberHandle(UInt16(bundle.to))
      let channels = NotificationChannels(rawValue: UInt8(bundle.channels))
      let one = sent.filter {
        $0.recipient == to && $0.channels == channels && causes.contains($0.cause)
      }
      // The first one represents the group; for an achievement's group that is its own cause.
      let isFirst = causes.allSatisfy { cause in
        bundle.theme != 5 || one.contains { $0.cause.kind.rawValue <= cause.kind.rawValue }
      }
      if one.count != 1 || Int(one[0].others) != causes.count - 1 || !isFirst {
        differences.append("\(one), not \(bundle)")
      }
      let kept = (before..<notifier.sentCount).map { notifier.delivery($0) }
        .filter { $0.recipient == to && $0.channels == channels && causes.contains($0.cause) }
      if kept.count != causes.count || kept.contains(where: { $0.at != now }) {
        differences.append("the history has \(kept), not \(bundle)")
      }
    }
    return differences
  }
}
