import Base
import DomainCore
import SimulationKernel
import SyncCore

// FAM-8: whoever was away too long signs in again, and what waited goes on its way. That is a
// message like any other: it may be lost, come late, or find that there is no account any more.
extension Community {
  mutating func postSignIn(_ device: Int, message: Int32, copies: UInt32) -> UInt32 {
    let nothing = ExchangeRequest(
      site: replicas[device].site, scope: replicas[device].scope, pushCount: 0, epoch: 0,
      position: 0, pageRowsMax: 0)
    return requests.post(
      RequestEnvelope(
        request: nothing, device: UInt32(device), message: message, signsIn: true),
      deliveries: copies)
  }

  mutating func signInArrives(_ envelope: RequestEnvelope) {
    let refusal = server.signIn(site: envelope.request.site, now: now)
    sendAnswer(
      AnswerEnvelope(refusal: refusal, device: envelope.device, message: envelope.message))
  }

  mutating func signInAnswered(_ refusal: Refusal?, _ device: Int, isAwaited: Bool) {
    signInAnswered(refusal, device)
    // A device that was refused begins nothing, so this ends its exchange.
    goOn(device, isDone: false, isAwaited: isAwaited)
  }

  /// What a device makes of the answer, however it came.
  mutating func signInAnswered(_ refusal: Refusal?, _ device: Int) {
    devices[device].mustSignIn = false
    if let refusal {
      counters.signInsRefused += 1
      devices[device].signInRefusal = refusal
    } else {
      counters.signIns += 1
      replicas[device].signedIn()
    }
  }

  /// Somebody opens the app, and so tries again where the sign-in was refused.
  mutating func forgetSignInRefusal(_ device: Int) {
    devices[device].signInRefusal = nil
  }
}
