import Chronology
import DomainCore

/// What the simulation remembers of a person's activities: the things it has made for them.
struct ActivityRecord: BitwiseCopyable {
  /// The class in which a child plays its sport, none when it does not.
  var practice = Entity.none
  var weekday = 0
  var course = Entity.none
  /// The schoolwork that is due, none when there is none.
  var task = Entity.none
  var taskDue = LocalDay(number: 0)
  /// A template that an adult trains by.
  var template = Entity.none
  /// The reward that a first parent offers.
  var reward = Entity.none
  /// The last day whose practice has been told, counted from the run's first.
  var practiceToldDay: Int32 = -1
  /// The record of the replica of the person's group, negative when there is none.
  var groupDevice = -1
  /// The last day on which they asked to be let in, counted from the run's first.
  var groupAskedDay: Int32 = -1
  /// What the person has made by whim.
  var whims = WhimsMade()
  /// The person's health store, negative when there is none.
  var healthStore: Int32 = -1
  /// The dining hall in which the person eats, negative when in none.
  var diningHall: Int32 = -1
  /// Whether the person has photographs of meals analysed.
  var photographs = false
}
