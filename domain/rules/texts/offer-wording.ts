/** The words of a text that offers a time to a customer who waits. */
import type { Appointment } from "../../model/appointment.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { inGsmAlphabet } from "./gsm.ts"
import { textMessages } from "./text-messages.ts"
import { formatTime, formatWindow } from "./text-times.ts"
import { opening, type Sender } from "./wording.ts"

export interface OfferFacts {
  firstName: string
  typeName: string
  place: Appointment["place"]
  locationName: string
  providerName: string
  timezone: string
  start_at: Date
  end_at: Date
  /** The offered time is a window, and says nothing of the start in it. */
  isWindow: boolean
  /** The time is kept for the customer until then; null where they are asked with others. */
  heldUntil: Date | null
  /** The entry's own link. */
  url: string
}

/** The link comes last, so that no sign behind it can be taken for a part of it. */
export function offerText(facts: OfferFacts, sender: Pick<Sender, "locale" | "companyName">): string {
  const { locale } = sender
  const { offer, where } = textMessages[locale]
  const { place, timezone, heldUntil, url } = facts
  const [from, until] = [facts.start_at.getTime(), facts.end_at.getTime()]
  const said = {
    name: greetedName(facts.firstName),
    type: withoutLinks(facts.typeName),
    when: facts.isWindow
      ? formatWindow(locale, timezone, { from, until })
      : formatTime(locale, timezone, from),
    where:
      place === "at_location"
        ? where.at_location({ location: withoutLinks(facts.locationName) })
        : where[place],
    url,
  }
  const sentence =
    heldUntil === null
      ? offer.free(said)
      : offer.turn({ ...said, until: formatTime(locale, timezone, heldUntil.getTime()) })
  return inGsmAlphabet(`${opening(sender)} ${sentence}`)
}
