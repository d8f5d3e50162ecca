public import Base

/// The decisions that a population draws; an identifier is given once and never to another.
public enum PopulationDecision {
  // Who there is.
  @inlinable public static var parents: Decision { Decision(0x2001) }
  @inlinable public static var children: Decision { Decision(0x2002) }
  @inlinable public static var zone: Decision { Decision(0x2003) }
  @inlinable public static var joinDay: Decision { Decision(0x2004) }
  @inlinable public static var age: Decision { Decision(0x2005) }
  @inlinable public static var devices: Decision { Decision(0x2006) }
  @inlinable public static var motivation: Decision { Decision(0x2007) }
  @inlinable public static var habitCount: Decision { Decision(0x2008) }
  @inlinable public static var birthday: Decision { Decision(0x2009) }

  // What people do on a day.
  @inlinable public static var opens: Decision { Decision(0x2101) }
  @inlinable public static var leaves: Decision { Decision(0x2102) }
  @inlinable public static var sessionCount: Decision { Decision(0x2103) }
  @inlinable public static var sessionTime: Decision { Decision(0x2104) }
  @inlinable public static var sessionDevice: Decision { Decision(0x2105) }
  @inlinable public static var sessionLength: Decision { Decision(0x2106) }
  @inlinable public static var habitDone: Decision { Decision(0x2107) }
  @inlinable public static var habitUndone: Decision { Decision(0x2108) }
  @inlinable public static var bulkCompleted: Decision { Decision(0x2109) }
  @inlinable public static var mealCount: Decision { Decision(0x210A) }
  @inlinable public static var meal: Decision { Decision(0x210B) }
  @inlinable public static var waterCount: Decision { Decision(0x210C) }
  @inlinable public static var water: Decision { Decision(0x210D) }
  @inlinable public static var checkIn: Decision { Decision(0x210E) }
  @inlinable public static var management: Decision { Decision(0x210F) }
  @inlinable public static var managementTarget: Decision { Decision(0x2110) }
  @inlinable public static var habitName: Decision { Decision(0x2111) }
  @inlinable public static var favouriteMeal: Decision { Decision(0x2112) }
  @inlinable public static var refreshPhase: Decision { Decision(0x2113) }

  // What families do beside habits and meals.
  @inlinable public static var profile: Decision { Decision(0x2120) }
  @inlinable public static var body: Decision { Decision(0x2121) }
  @inlinable public static var sport: Decision { Decision(0x2122) }
  @inlinable public static var attended: Decision { Decision(0x2123) }
  @inlinable public static var dutyClaimed: Decision { Decision(0x2124) }
  @inlinable public static var occurrenceChanged: Decision { Decision(0x2125) }
  @inlinable public static var goal: Decision { Decision(0x2126) }
  @inlinable public static var reward: Decision { Decision(0x2127) }
  @inlinable public static var course: Decision { Decision(0x2128) }
  @inlinable public static var taskDone: Decision { Decision(0x2129) }
  @inlinable public static var workout: Decision { Decision(0x212A) }
  @inlinable public static var template: Decision { Decision(0x212B) }
  @inlinable public static var group: Decision { Decision(0x212C) }
  @inlinable public static var notified: Decision { Decision(0x2141) }
  @inlinable public static var rareAction: Decision { Decision(0x2140) }

  // What families have outside of the app.
  @inlinable public static var calendar: Decision { Decision(0x2130) }
  @inlinable public static var calendarMode: Decision { Decision(0x2131) }
  @inlinable public static var calendarEdit: Decision { Decision(0x2132) }
  @inlinable public static var calendarDeed: Decision { Decision(0x2133) }
  @inlinable public static var calendarAsked: Decision { Decision(0x2134) }
  @inlinable public static var calendarDisconnected: Decision { Decision(0x2135) }
  @inlinable public static var calendarRestored: Decision { Decision(0x213E) }
  @inlinable public static var healthStore: Decision { Decision(0x2136) }
  @inlinable public static var healthRecorded: Decision { Decision(0x2137) }
  @inlinable public static var healthAlone: Decision { Decision(0x2138) }
  @inlinable public static var healthChanged: Decision { Decision(0x2139) }
  @inlinable public static var diningHall: Decision { Decision(0x213A) }
  @inlinable public static var menuMeal: Decision { Decision(0x213B) }
  @inlinable public static var photo: Decision { Decision(0x213C) }
  @inlinable public static var photoMeal: Decision { Decision(0x213D) }

  // What becomes of people over weeks.
  @inlinable public static var frailty: Decision { Decision(0x2150) }
  @inlinable public static var habitDays: Decision { Decision(0x2151) }
  @inlinable public static var turn: Decision { Decision(0x2152) }
  @inlinable public static var persona: Decision { Decision(0x2153) }
  @inlinable public static var takesPrompts: Decision { Decision(0x2154) }
  @inlinable public static var chronotype: Decision { Decision(0x2155) }
  @inlinable public static var homeMotivation: Decision { Decision(0x2156) }
  @inlinable public static var homeFrailty: Decision { Decision(0x2157) }
  @inlinable public static var homeAppetite: Decision { Decision(0x2158) }
  @inlinable public static var homeDay: Decision { Decision(0x2159) }
  @inlinable public static var homeWeek: Decision { Decision(0x215A) }
  @inlinable public static var homeEpisode: Decision { Decision(0x215B) }
  @inlinable public static var wellness: Decision { Decision(0x215C) }
  @inlinable public static var wellnessWeek: Decision { Decision(0x215D) }
  @inlinable public static var wellnessDay: Decision { Decision(0x215E) }
  @inlinable public static var appetite: Decision { Decision(0x215F) }
  @inlinable public static var appetiteWeek: Decision { Decision(0x2160) }
  @inlinable public static var thirst: Decision { Decision(0x2161) }
  @inlinable public static var sessionHour: Decision { Decision(0x2162) }
  @inlinable public static var prompt: Decision { Decision(0x2163) }
  @inlinable public static var treated: Decision { Decision(0x2164) }
  @inlinable public static var invited: Decision { Decision(0x2165) }
  @inlinable public static var contention: Decision { Decision(0x2166) }
  @inlinable public static var contendedSubject: Decision { Decision(0x2167) }

  // Who comes when.
  @inlinable public static var comesLater: Decision { Decision(0x2168) }
  @inlinable public static var friend: Decision { Decision(0x2169) }
  @inlinable public static var friendInvites: Decision { Decision(0x216A) }
  @inlinable public static var observers: Decision { Decision(0x216B) }
  @inlinable public static var coach: Decision { Decision(0x216C) }
  @inlinable public static var platform: Decision { Decision(0x216D) }
  @inlinable public static var assignmentDone: Decision { Decision(0x216E) }
  @inlinable public static var school: Decision { Decision(0x216F) }
  @inlinable public static var reason: Decision { Decision(0x2170) }
  @inlinable public static var studentHome: Decision { Decision(0x2171) }
  @inlinable public static var students: Decision { Decision(0x2172) }
  @inlinable public static var team: Decision { Decision(0x2173) }
  @inlinable public static var athletes: Decision { Decision(0x2174) }
  @inlinable public static var sibling: Decision { Decision(0x2175) }
  @inlinable public static var parentAtBirth: Decision { Decision(0x2176) }
  @inlinable public static var couple: Decision { Decision(0x2177) }
  @inlinable public static var grandparentAtBirth: Decision { Decision(0x2178) }
  @inlinable public static var sharedTablet: Decision { Decision(0x2179) }
  @inlinable public static var takesTablet: Decision { Decision(0x217A) }
  @inlinable public static var coupleSexes: Decision { Decision(0x217B) }
  @inlinable public static var conscientiousness: Decision { Decision(0x217C) }

  // Fingers and clocks.
  @inlinable public static var tapsTwice: Decision { Decision(0x2180) }
  @inlinable public static var savesStreak: Decision { Decision(0x2181) }
  @inlinable public static var goesTogether: Decision { Decision(0x2182) }
  @inlinable public static var groupReturn: Decision { Decision(0x2183) }
  @inlinable public static var groupLeft: Decision { Decision(0x2184) }
  @inlinable public static var accountDeleted: Decision { Decision(0x2185) }
  @inlinable public static var youngInGroup: Decision { Decision(0x2186) }

  // What tells people apart and moves nothing.
  @inlinable public static var organic: Decision { Decision(0x2190) }
  @inlinable public static var handSpeed: Decision { Decision(0x2191) }

  /// Drawn and ignored, to prove that one more draw moves nothing.
  @inlinable public static var unrelated: Decision { Decision(0x21FF) }
}

/// Who a draw is about, so that a household, a person and a device never share one.
public enum Who {
  @inlinable public static func household(_ index: UInt32) -> UInt64 { 1 << 56 | UInt64(index) }
  @inlinable public static func person(_ index: UInt32) -> UInt64 { 2 << 56 | UInt64(index) }

  /// A person's device, counted from zero; no person has more than sixteen.
  @inlinable public static func device(_ person: UInt32, _ number: Int) -> UInt64 {
    3 << 56 | UInt64(person) << 4 | UInt64(number)
  }
}
