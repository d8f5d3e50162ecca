import Base
import Chronology
import DomainCore
import SyncCore

// Queries of journeys about groups, and about the status of devices.
extension Device {
  /// One round trip, as when an app is opened.
  func asks(_ scope: UInt32) {
    stage.record(name, "opens the app")
    exchangeOnce(scope)
  }

  /// OFF-2: the status that the device shows.
  func status(_ scope: UInt32) -> String {
    switch copy(scope).replica.status(isOnline: isOnline) {
    case .synced: "synced"
    case .pending(let count): "\(count) pending"
    case .offline(let count): "offline, \(count) pending"
    case .needsSignIn(let count): "sign in, \(count) pending"
    case .signInRefused(let reason, _): "no sign-in. \(reason.sentence)"
    case .removed(let reason): "nothing left here. \(reason.sentence)"
    }
  }

  /// OFF-1: the device's response to a request without a connection.
  func respond(to request: OfflineRequest) -> String {
    switch offlineAvailability(for: request) {
    case .queues: "is pending until there is a connection"
    case .fromCache: "as fetched last"
    case .stale: "may be out of date"
    case .refused(let refusal): "refused. \(refusal.sentence)"
    }
  }

  /// GRP-5: a board, as "1 Bea 9, 2 Jonas 8".
  func board(_ scope: UInt32, _ challenge: GroupChallenge) -> String {
    let names = stage.names
    return look(scope) { state in
      let board = state.group.board(week: today, challenge: challenge, now: stage.now) {
        names.text(of: $0) < names.text(of: $1)
      }
      return board.rows.map { "\($0.rank) \(names.text(of: $0.name)) \($0.value)" }
        .joined(separator: ", ")
    }
  }

  /// GRP-7: the unread items of the owner's feed.
  func news(_ scope: UInt32) -> String {
    guard let me = member(scope) else { return "" }
    return look(scope) { state in
      state.group.groupFeed(of: me, now: stage.now).filter(\.isUnread).map { item in
        let who = stage.names.text(of: state.group.seats[Int(item.event.member.index)].name)
        switch item.event.kind {
        case .memberJoined: return "\(who) joined"
        case .weekEnded: return "the week of \(item.event.week) ended"
        case .rankLost:
          let boards = GroupChallenge.allCases.filter(item.event.isAbout).map { "\($0)" }
          return "\(who) lost a rank in \(boards.joined(separator: " and "))"
        case .rankGained:
          let boards = GroupChallenge.allCases.filter(item.event.isAbout).map {
            "is now number \(item.event.ranks[Int($0.rawValue)]) in \($0)"
          }
          return "\(who) \(boards.joined(separator: " and "))"
        }
      }.joined(separator: ", ")
    }
  }

  func readsNews(_ scope: UInt32) {
    let end = look(scope) { $0.group.groupEventsEnd }
    does("reads the feed", in: scope, .viewGroupFeed(of: member(scope)!, through: end))
  }

  /// The members of the group, with the admin marked.
  func members(_ scope: UInt32) -> String {
    look(scope) { state in
      (0..<state.group.active.count).map { index in
        let member = state.group.active[index]
        let name = stage.names.text(of: state.group.seats[Int(member.index)].name)
        return member == state.group.head.admin ? "\(name) (admin)" : name
      }.joined(separator: ", ")
    }
  }

  // MARK: The owner's actions in a group

  func creates(_ scope: UInt32, _ name: String, _ code: GroupCode) {
    does(
      "creates the group \u{201C}\(name)\u{201D}", in: scope,
      .foundGroup(named: stage.text(name), code: code, as: stage.text(owner.name)))
  }

  func joins(_ scope: UInt32, _ code: GroupCode) {
    does(
      "taps the invitation: join", in: scope, .joinGroup(code: code, as: stage.text(owner.name)))
  }

  func consents(_ scope: UInt32) {
    does(
      "agrees to share workouts", in: scope, .setGroupConsent(of: member(scope)!, to: true))
  }

  /// Shares workouts of today, each with an identity of its own.
  func trains(_ scope: UInt32, _ times: Int = 1) {
    let me = member(scope)!
    let replica = copy(scope)
    let next = replica.replica.store.sequence + 1
    let commands = (0..<times).map { index in
      Command.shareWorkout(
        Entity(site: replica.replica.site, sequence: next + UInt32(index)), of: me, on: today,
        calories: 300)
    }
    doesAll(times == 1 ? "a workout" : "\(times) workouts", in: scope, commands)
  }

  /// The preview of the invitation before the owner confirms.
  func preview(_ scope: UInt32, _ code: GroupCode) -> String {
    let preview = stage.media.server.preview(
      of: scope, presenting: code, to: owner.account, now: stage.now)
    let name = stage.names.text(of: preview.name)
    return preview.response?.sentence ?? "\(name), members: \(preview.memberCount)"
  }

  func membership(_ scope: UInt32, of member: MemberHandle) -> Entity {
    look(scope) { $0.group.seats[Int(member.index)].entity }
  }
}
