/// A word of a command that somebody can paste into a shell.
public enum ShellQuoting {
  /// The words as one line that a shell reads back.
  public static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// A word as a shell reads it back: between quotation marks if it has anything but plain letters.
  public static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
    return isPlain
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: #"'\''"#) + "'"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "/", "=", ":", ",", "+", "@", "%": true
    default: false
    }
  }
}
