import CCrashHandler
import Environment
import SimulatedWorld

/// Where this thread is in the virtual world, in memory that a handler of signals may read: what a
/// run says of itself when a trap ends it.
public enum CrashContext {
  /// What the events of a world are called, by their kinds.
  public static var eventNames: [String] { World.eventNames }

  /// What is done in steps, by the numbers of the verbs.
  public static var verbNames: [String] { StepKind.names }

  /// From now on this thread lives that community.
  static func enter(community: Int) {
    trap_place_of_thread().pointee.community = Int64(community)
  }

  static func leave() {
    trap_place_of_thread().pointee.community = -1
  }

  /// Where this thread's event loop is to leave each event that it takes.
  static var event: UnsafeMutablePointer<ScheduledEvent> {
    precondition(
      MemoryLayout<ScheduledEvent>.size == MemoryLayout<trap_event>.size,
      "the handler of signals reads an event as the kernel writes it")
    let place = UnsafeMutableRawPointer(trap_place_of_thread()!)
    let offset = MemoryLayout<trap_place>.offset(of: \.event)!
    return (place + offset).assumingMemoryBound(to: ScheduledEvent.self)
  }
}
