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

struct KnownName: Hashable {
  var key: MessageKey
  var way: MessageWay
}
