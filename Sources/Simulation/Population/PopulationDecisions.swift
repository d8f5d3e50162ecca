public import Base
import Scenarios

/// The purposes of the population's draws; an identifier is never reused.
public enum PopulationRandomPurpose {
  // Households and people.
  @inlinable public static var parents: RandomPurpose { RandomPurpose(0x2001) }
  @inlinable public static var children: RandomPurpose { RandomPurpose(0x2002) }
  @inlinable public static var zone: RandomPurpose { RandomPurpose(0x2003) }
  @inlinable public static var joinDay: RandomPurpose { RandomPurpose(0x2004) }
  @inlinable public static var age: RandomPurpose { RandomPurpose(0x2005) }
  @inlinable public static var devices: RandomPurpose { RandomPurpose(0x2006) }
  @inlinable public static var motivation: RandomPurpose { RandomPurpose(0x2007) }
  @inlinable public static var habitCount: RandomPurpose { RandomPurpose(0x2008) }
  @inlinable public static var birthday: RandomPurpose { RandomPurpose(0x2009) }

  // A person's day.
  @inlinable public static var opens: RandomPurpose { RandomPurpose(0x2101) }
  @inlinable public static var leaves: RandomPurpose { RandomPurpose(0x2102) }
  @inlinable public static var sessionCount: RandomPurpose { RandomPurpose(0x2103) }
  @inlinable public static var sessionTime: RandomPurpose { RandomPurpose(0x2104) }
  @inlinable public static var sessionDevice: RandomPurpose { RandomPurpose(0x2105) }
  @inlinable public static var sessionLength: RandomPurpose { RandomPurpose(0x2106) }
  @inlinable public static var habitDone: RandomPurpose { RandomPurpose(0x2107) }
  @inlinable public static var habitUndone: RandomPurpose { RandomPurpose(0x2108) }
  @inlinable public static var bulkCompleted: RandomPurpose { RandomPurpose(0x2109) }
  @inlinable public static var mealCount: RandomPurpose { RandomPurpose(0x210A) }
  @inlinable public static var meal: RandomPurpose { RandomPurpose(0x210B) }
  @inlinable public static var waterCount: RandomPurpose { RandomPurpose(0x210C) }
  @inlinable public static var water: RandomPurpose { RandomPurpose(0x210D) }
  @inlinable public static var checkIn: RandomPurpose { RandomPurpose(0x210E) }
  @inlinable public static var management: RandomPurpose { RandomPurpose(0x210F) }
  @inlinable public static var managementTarget: RandomPurpose { RandomPurpose(0x2110) }
  @inlinable public static var habitName: RandomPurpose { RandomPurpose(0x2111) }
  @inlinable public static var favoriteMeal: RandomPurpose { RandomPurpose(0x2112) }
  @inlinable public static var refreshPhase: RandomPurpose { RandomPurpose(0x2113) }

  // What families do beyond habits and meals.
  @inlinable public static var profile: RandomPurpose { RandomPurpose(0x2120) }
  @inlinable public static var body: RandomPurpose { RandomPurpose(0x2121) }
  @inlinable public static var sport: RandomPurpose { RandomPurpose(0x2122) }
  @inlinable public static var attended: RandomPurpose { RandomPurpose(0x2123) }
  @inlinable public static var dutyClaimed: RandomPurpose { RandomPurpose(0x2124) }
  @inlinable public static var occurrenceChanged: RandomPurpose { RandomPurpose(0x2125) }
  @inlinable public static var goal: RandomPurpose { RandomPurpose(0x2126) }
  @inlinable public static var reward: RandomPurpose { RandomPurpose(0x2127) }
  @inlinable public static var course: RandomPurpose { RandomPurpose(0x2128) }
  @inlinable public static var taskDone: RandomPurpose { RandomPurpose(0x2129) }
  @inlinable public static var workout: RandomPurpose { RandomPurpose(0x212A) }
  @inlinable public static var template: RandomPurpose { RandomPurpose(0x212B) }
  @inlinable public static var group: RandomPurpose { RandomPurpose(0x212C) }
  @inlinable public static var notified: RandomPurpose { RandomPurpose(0x2141) }
  @inlinable public static var occasionalCommand: RandomPurpose { RandomPurpose(0x2140) }

  // External services of families.
  @inlinable public static var calendar: RandomPurpose { RandomPurpose(0x2130) }
  @inlinable public static var calendarMode: RandomPurpose { RandomPurpose(0x2131) }
  @inlinable public static var calendarEdit: RandomPurpose { RandomPurpose(0x2132) }
  @inlinable public static var calendarDeed: RandomPurpose { RandomPurpose(0x2133) }
  @inlinable public static var calendarAsked: RandomPurpose { RandomPurpose(0x2134) }
  @inlinable public static var calendarDisconnected: RandomPurpose { RandomPurpose(0x2135) }
  @inlinable public static var calendarRestored: RandomPurpose { RandomPurpose(0x213E) }
  @inlinable public static var healthStore: RandomPurpose { RandomPurpose(0x2136) }
  @inlinable public static var healthRecorded: RandomPurpose { RandomPurpose(0x2137) }
  @inlinable public static var healthAlone: RandomPurpose { RandomPurpose(0x2138) }
  @inlinable public static var healthChanged: RandomPurpose { RandomPurpose(0x2139) }
  @inlinable public static var diningHall: RandomPurpose { RandomPurpose(0x213A) }
  @inlinable public static var menuMeal: RandomPurpose { RandomPurpose(0x213B) }
  @inlinable public static var photo: RandomPurpose { RandomPurpose(0x213C) }
  @inlinable public static var photoMeal: RandomPurpose { RandomPurpose(0x213D) }

  // The lifecycle of people.
  @inlinable public static var frailty: RandomPurpose { RandomPurpose(0x2150) }
  @inlinable public static var habitDays: RandomPurpose { RandomPurpose(0x2151) }
  @inlinable public static var turn: RandomPurpose { RandomPurpose(0x2152) }
  @inlinable public static var persona: RandomPurpose { RandomPurpose(0x2153) }
  @inlinable public static var allowsNotifications: RandomPurpose { RandomPurpose(0x2154) }
  @inlinable public static var chronotype: RandomPurpose { RandomPurpose(0x2155) }
  @inlinable public static var homeMotivation: RandomPurpose { RandomPurpose(0x2156) }
  @inlinable public static var homeFrailty: RandomPurpose { RandomPurpose(0x2157) }
  @inlinable public static var homeAppetite: RandomPurpose { RandomPurpose(0x2158) }
  @inlinable public static var homeDay: RandomPurpose { RandomPurpose(0x2159) }
  @inlinable public static var homeWeek: RandomPurpose { RandomPurpose(0x215A) }
  @inlinable public static var homeEpisode: RandomPurpose { RandomPurpose(0x215B) }
  @inlinable public static var wellness: RandomPurpose { RandomPurpose(0x215C) }
  @inlinable public static var wellnessWeek: RandomPurpose { RandomPurpose(0x215D) }
  @inlinable public static var wellnessDay: RandomPurpose { RandomPurpose(0x215E) }
  @inlinable public static var appetite: RandomPurpose { RandomPurpose(0x215F) }
  @inlinable public static var appetiteWeek: RandomPurpose { RandomPurpose(0x2160) }
  @inlinable public static var thirst: RandomPurpose { RandomPurpose(0x2161) }
  @inlinable public static var sessionHour: RandomPurpose { RandomPurpose(0x2162) }
  @inlinable public static var prompt: RandomPurpose { RandomPurpose(0x2163) }
  @inlinable public static var treated: RandomPurpose { RandomPurpose(0x2164) }
  @inlinable public static var invited: RandomPurpose { RandomPurpose(0x2165) }
  @inlinable public static var contention: RandomPurpose { RandomPurpose(0x2166) }
  @inlinable public static var contendedSubject: RandomPurpose { RandomPurpose(0x2167) }

  // Joining.
  @inlinable public static var comesLater: RandomPurpose { RandomPurpose(0x2168) }
  @inlinable public static var friend: RandomPurpose { RandomPurpose(0x2169) }
  @inlinable public static var friendInvites: RandomPurpose { RandomPurpose(0x216A) }
  @inlinable public static var observers: RandomPurpose { RandomPurpose(0x216B) }
  @inlinable public static var coach: RandomPurpose { RandomPurpose(0x216C) }
  @inlinable public static var platform: RandomPurpose { RandomPurpose(0x216D) }
  @inlinable public static var assignmentDone: RandomPurpose { RandomPurpose(0x216E) }
  @inlinable public static var school: RandomPurpose { RandomPurpose(0x216F) }
  @inlinable public static var reason: RandomPurpose { RandomPurpose(0x2170) }
  @inlinable public static var studentHome: RandomPurpose { RandomPurpose(0x2171) }
  @inlinable public static var students: RandomPurpose { RandomPurpose(0x2172) }
  @inlinable public static var team: RandomPurpose { RandomPurpose(0x2173) }
  @inlinable public static var athletes: RandomPurpose { RandomPurpose(0x2174) }
  @inlinable public static var sibling: RandomPurpose { RandomPurpose(0x2175) }
  @inlinable public static var parentAtBirth: RandomPurpose { RandomPurpose(0x2176) }
  @inlinable public static var couple: RandomPurpose { RandomPurpose(0x2177) }
  @inlinable public static var grandparentAtBirth: RandomPurpose { RandomPurpose(0x2178) }
  @inlinable public static var sharedTablet: RandomPurpose { RandomPurpose(0x2179) }
  @inlinable public static var takesTablet: RandomPurpose { RandomPurpose(0x217A) }
  @inlinable public static var coupleSexes: RandomPurpose { RandomPurpose(0x217B) }
  @inlinable public static var conscientiousness: RandomPurpose { RandomPurpose(0x217C) }

  // Double taps and clocks.
  @inlinable public static var tapsTwice: RandomPurpose { RandomPurpose(0x2180) }
  @inlinable public static var setsClockBackForStreak: RandomPurpose { RandomPurpose(0x2181) }
  @inlinable public static var joinsSimultaneously: RandomPurpose { RandomPurpose(0x2182) }
  @inlinable public static var groupReturn: RandomPurpose { RandomPurpose(0x2183) }
  @inlinable public static var groupLeft: RandomPurpose { RandomPurpose(0x2184) }
  @inlinable public static var accountDeleted: RandomPurpose { RandomPurpose(0x2185) }
  @inlinable public static var youngInGroup: RandomPurpose { RandomPurpose(0x2186) }

  // Attributes that do not affect behavior.
  @inlinable public static var organic: RandomPurpose { RandomPurpose(0x2190) }
  @inlinable public static var handSpeed: RandomPurpose { RandomPurpose(0x2191) }

  /// Drawn and ignored, to prove that one more draw changes nothing.
  @inlinable public static var unrelated: RandomPurpose { RandomPurpose(0x21FF) }
}

/// The subject of a draw, so that a household, a person and a device never share one.
public enum RandomSubject {
  @inlinable public static func household(_ index: UInt32) -> UInt64 { 1 << 56 | UInt64(index) }
  @inlinable public static func person(_ index: UInt32) -> UInt64 { 2 << 56 | UInt64(index) }

  /// A person's device, counted from zero; no person has more than sixteen.
  @inlinable public static func device(_ person: UInt32, _ number: Int) -> UInt64 {
    3 << 56 | UInt64(person) << 4 | UInt64(number)
  }
}
