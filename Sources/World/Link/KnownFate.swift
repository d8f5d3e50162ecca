import Base
public import Faults

/// The ways on which a message can meet a fate.
public enum MessageWay: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case request = 0
  case answer = 1
  case push = 2
  case calendarRequest = 3
  case calendarAnswer = 4
  case calendarNotice = 5

  var decision: Decision {
    switch self {
    case .request: FaultDecision.requestFate
    case .answer: FaultDecision.answerFate
    case .push: FaultDecision.pushFate
    case .calendarRequest: FaultDecision.calendarRequestFate
    case .calendarAnswer: FaultDecision.calendarAnswerFate
    case .calendarNotice: FaultDecision.calendarNoticeFate
    }
  }
}

/// What became of one message, and of which.
public struct KnownFate: BitwiseCopyable, Hashable, Sendable {
  public var key: MessageKey
  public var way: MessageWay
  public var fate: MessageFate

  public init(key: MessageKey, way: MessageWay, fate: MessageFate) {
    self.key = key
    self.way = way
    self.fate = fate
  }
}

// A fate stands in the plan, or is drawn by what the message was sent for.
extension World {
  mutating func fate(_ way: MessageWay, of key: MessageKey) -> MessageFate {
    var fate = settings.messageFates.fate(way.decision, of: key)
    if !plannedFates.isEmpty { fate = plannedFates[KnownName(key: key, way: way)] ?? fate }
    fates?.append(KnownFate(key: key, way: way, fate: fate))
    return fate
  }

  /// Settles what will become of a message, should it be sent.
  public mutating func settle(_ known: KnownFate) {
    plannedFates[KnownName(key: known.key, way: known.way)] = known.fate
  }
}

struct KnownName: Hashable {
  var key: MessageKey
  var way: MessageWay
}
