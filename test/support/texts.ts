/** A carrier that a test plays in process: remembers the texts that went, and answers by the test's word. */
import type { OutgoingText, SentText, TextSender } from "../../service/platform/ports/texts.ts"

export interface PlayedCarrier extends TextSender {
  sent: OutgoingText[]
  /** Its answers to the next ones; it takes them all when there are none left. */
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
