extension FaultCatalog {
  // The server, and faults that keep a device from reaching it or from saving.
  static let servers: [FaultKind] = [
    FaultKind(
      "failovers", key: 0x44EE_FD0C_E26B_4355,
      weight: 1.5,
      cause: .server,
      what: "The server fails over to a stale replica.",
      parameters: [
        .amount("network.failoversPerYear", .real(12.0...200.0), key: 0xAB1A_C854_9B1D_6978),
        .detail("network.failoverMinutesMax", .whole(1...1440), key: 0x8D1E_CCDE_1B7C_FB66),
      ],
      seenBy: [.failover]),
    FaultKind(
      "outages", key: 0x8DC0_AB5F_CE3E_2AF2,
      cause: .server,
      what: "The server is unreachable for a while.",
      parameters: [
        .amount("network.outagesPerYear", .real(12.0...365.0), key: 0x6C71_6AC1_D7C5_FFB3),
        .detail("network.outageMinutesMax", .whole(5...2880), key: 0x0E10_4D81_9A2F_6388),
      ],
      seenBy: [.outage]),
    FaultKind(
      "captivePortals", key: 0xACBA_BB58_AD77_6182,
      cause: .offline,
      what: "A captive portal answers every request until its terms are accepted.",
      parameters: [
        .amount(
          "network.captivePortalsPerDeviceWeek", .real(1.0...7.0), key: 0x90DB_FDD0_BA61_9435),
        .detail("network.captivePortalMinutesMax", .whole(10...4000), key: 0x5041_F97F_597F_B810),
      ],
      seenBy: [.captivePortal]),
    FaultKind(
      "rateLimits", key: 0x75EA_4B57_6229_7A5D,
      cause: .server,
      what: "The server rejects requests above a rate for each install.",
      parameters: [
        .amount("network.requestsPerMinuteMax", .whole(1...60), key: 0x2457_2F66_D0ED_8230)
      ],
      seenBy: [.rateLimited]),
    FaultKind(
      "storageFull", key: 0x5E52_C60B_E1A0_3CA6,
      cause: .crashes,
      what: "A device has no free storage to save anything.",
      parameters: [
        .amount(
          "installs.storageFullPerDeviceYear", .real(12.0...365.0),
          key: 0x3553_A22A_6AD8_C738),
        .detail("installs.storageFullHoursMax", .whole(1...200), key: 0x6569_AC45_2A85_3332),
      ],
      seenBy: [.storageFull]),
    FaultKind(
      "separateTexts", key: 0xCD1F_35C4_288C_D08B,
      what: "Every replica and server has a table of texts of its own, and messages are bytes.",
      why: "As in an app, where no two devices share memory.",
      parameters: [
        .detail("sync.separateTexts", .any(["true"]), key: 0x6F17_AF12_DD15_D26D)
      ]),
  ]
}
