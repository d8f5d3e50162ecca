import Base
public import Environment

/// The kinds of messages whose delivery is drawn or recorded.
public enum MessageKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case request = 0
  case response = 1
  case push = 2
  case calendarRequest = 3
  case calendarResponse = 4
  case calendarNotice = 5

  var purpose: RandomPurpose {
    switch self {
    case .request: FaultPurpose.requestDelivery
    case .response: FaultPurpose.responseDelivery
    case .push: FaultPurpose.pushDelivery
    case .calendarRequest: FaultPurpose.calendarRequestDelivery
    case .calendarResponse: FaultPurpose.calendarResponseDelivery
    case .calendarNotice: FaultPurpose.calendarNoticeDelivery
    }
  }
}

/// The delivery of one message, with the key of that message.
public struct RecordedDelivery: BitwiseCopyable, Hashable, Sendable {
  public var key: MessageKey
  public var way: MessageKind
  public var messageDelivery: MessageDelivery

  public init(key: MessageKey, way: MessageKind, messageDelivery: MessageDelivery) {
    self.key = key
    self.way = way
    self.messageDelivery = messageDelivery
  }
}

struct RecordedDeliveryKey: Hashable {
  var key: MessageKey
  var way: MessageKind
}
