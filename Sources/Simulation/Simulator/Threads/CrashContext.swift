import CCrashHandler
import Environment
import SimulatedWorld

/// Where this thread is in the simulation, in memory that a signal handler may read: the content of
/// a crash report.
public enum CrashContext {
  /// The names of a world's events, by their kinds.
  public static var eventNames: [String] { World.eventNames }

  /// The names of the kinds of steps, by their numbers.
  public static var stepKindNames: [String] { StepKind.names }

  /// From now on this thread runs that community.
  static func enter(community: Int) {
    crash_position_of_thread().pointee.community = Int64(community)
  }

  static func leave() {
    crash_position_of_thread().pointee.community = -1
  }

  /// Where this thread's event loop must store each event that it processes.
  static var event: UnsafeMutablePointer<ScheduledEvent> {
    precondition(
      MemoryLayout<ScheduledEvent>.size == MemoryLayout<crash_event>.size,
      "the crash handler reads an event with the layout of the event loop")
    let place = UnsafeMutableRawPointer(crash_position_of_thread()!)
    let offset = MemoryLayout<crash_position>.offset(of: \.event)!
    return (place + offset).assumingMemoryBound(to: ScheduledEvent.self)
  }
}
