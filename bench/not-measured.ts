/** A figure's set-up is missing on this machine; the message says what, and how it is brought. */
export class NotMeasured extends Error {
  override readonly name = "NotMeasured"
}
