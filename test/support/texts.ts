/** A carrier that a test plays in process: remembers what went, and answers as told. */
import type { OutgoingText, SentText, TextSender } from "../../service/platform/ports/texts.ts"

export interface PlayedCarrier extends TextSender {
  sent: OutgoingText[]
  /** What it answers to the next ones; it takes them all when there is nothing left. */
  answers: SentText[]
}

export function playCarrier(): PlayedCarrier {
  const sent: OutgoingText[] = []
  const answers: SentText[] = []
  return {
    staysHere: false,
    sent,
    answers,
    async send(text) {
      sent.push(text)
      return answers.shift() ?? { kind: "sent", carrierId: `SM${sent.length}` }
    },
  }
}
