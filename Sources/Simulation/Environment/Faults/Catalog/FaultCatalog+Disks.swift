extension FaultCatalog {
  // Disks. These kinds exist only where replicas and server rest on simulated disks.
  static let disks: [FaultKind] = [
    FaultKind(
      "powerCuts", key: 0x97B1_165F_0971_B7C4,
      weight: 1.5,
      cause: .crashes,
      what: "A device loses its power, also in the middle of a save.",
      parameters: [
        .amount("storage.powerCutsPerDeviceYear", .real(6.0...200.0), key: 0xD13C_513A_42F8_EDA1)
      ],
      seenBy: [.powerCut]),
    FaultKind(
      "diskFailures", key: 0x8A83_1817_4D64_5FA6,
      weight: 1.5,
      cause: .crashes,
      what: "A call of a device's file system fails.",
      parameters: [
        .amount("storage.diskFailuresPerDeviceYear", .real(6.0...200.0), key: 0x25AB_D89B_D67E_4D92)
      ],
      seenBy: [.diskFailure]),
    FaultKind(
      "serverPowerCuts", key: 0xF4D6_D235_08BD_9D96,
      weight: 1.5,
      cause: .server,
      what: "The server loses its power, also in the middle of a save.",
      parameters: [
        .amount("storage.serverPowerCutsPerYear", .real(12.0...365.0), key: 0x29EC_148C_EAD5_0263)
      ],
      seenBy: [.serverPowerCut]),
    FaultKind(
      "serverDiskFailures", key: 0x343A_2C9F_BED3_E91C,
      weight: 1.5,
      cause: .server,
      what: "A call of the server's file system fails.",
      parameters: [
        .amount(
          "storage.serverDiskFailuresPerYear", .real(12.0...365.0), key: 0x9595_75FE_0A73_4D03)
      ],
      seenBy: [.serverDiskFailure]),
    FaultKind(
      "lyingSyncs", key: 0x4A67_344B_1FCE_227C,
      weight: 0.7,
      cause: .crashes,
      what: "A device's disk says that it has synced, and has not, until the next power cut.",
      parameters: [
        .amount(
          "storage.lyingSyncsPerDeviceYear", .real(3.0...60.0), key: 0x4A86_1E71_B361_65B5)
      ],
      seenBy: [.lyingSync]),
    FaultKind(
      "flippedBits", key: 0x56F9_0DD0_F4F7_C3C1,
      weight: 0.7,
      cause: .crashes,
      what: "A bit of a device's data changes on its disk.",
      parameters: [
        .amount(
          "storage.flippedBitsPerDeviceYear", .real(3.0...100.0), key: 0xCC6D_6DFD_F696_0A87)
      ],
      seenBy: [.flippedBit]),
    FaultKind(
      "misdirectedWrites", key: 0x7423_2134_2F5F_2B75,
      weight: 0.7,
      cause: .crashes,
      what: "A device's disk writes to another place than it should.",
      parameters: [
        .amount(
          "storage.misdirectedWritesPerDeviceYear", .real(3.0...100.0), key: 0x26D8_E857_36FA_6B6F)
      ],
      seenBy: [.misdirectedWrite]),
    FaultKind(
      "secondProcesses", key: 0xB3D8_4C1E_7A60_952F,
      cause: .crashes,
      what: "A widget opens the app's database beside the app, and reads and tries to save at the "
        + "app's writes and syncs, and in the middle of its checkpoints.",
      why: "A short log is copied back often, and there two processes could harm each other.",
      parameters: [
        .amount(
          "storage.secondProcessesPerDeviceYear", .real(12.0...365.0), key: 0x5E19_F7A2_0C84_B6D3),
        .detail("storage.logFramesMax", .whole(2...16), key: 0xE07C_2B95_D14F_683A),
      ],
      seenBy: [.secondProcess]),
  ]
}
