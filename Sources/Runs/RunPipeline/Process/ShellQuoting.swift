/// Quotes commands so that they can be pasted into a shell.
public enum ShellQuoting {
  /// The words as one line for a shell.
  public static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// A word for a shell, in single quotes if it has special characters.
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
