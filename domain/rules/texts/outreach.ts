/** Outreach: whether a plan's steps can be saved, what their texts may hold, and when a request needs none any more. */
import { invalid, Refusal } from "../../model/errors.ts"
import type { EndReason, PlanStep, PlanStepInput } from "../../model/outreach.ts"
import type { RequestStatus } from "../../model/scheduling-request.ts"
import { greetedName, withoutLinks } from "../../model/written-by-people.ts"
import { datesAreOver } from "../requests/request-state.ts"
import { countCharacters, linkCharacters, mostCharacters, usesBookingLink } from "./counted-characters.ts"

/** The steps as they are stored, or the refusal of the first wrong one. */
export function judgeSteps(
  sent: readonly PlanStepInput[],
  { linksAreSetUp }: { linksAreSetUp: boolean },
): PlanStep[] | Refusal {
  for (const [index, step] of sent.entries()) {
    const refusal = whyWrongStep(step, `steps[${index}]`, { linksAreSetUp })
    if (refusal) return refusal
  }
  return sent.map(({ after_minutes, channel, sms_text, mail_subject, mail_text }) => ({
    after_minutes,
    channel,
    sms_text: sms_text ?? null,
    mail_subject: mail_subject ?? null,
    mail_text: mail_text ?? null,
  }))
}

type StepWords = Pick<PlanStepInput, "channel" | "sms_text" | "mail_subject" | "mail_text">

const wordsOf = {
  sms: ["sms_text"],
  voice: [],
  mail: ["mail_subject", "mail_text"],
} as const

const named = { sms: "a text", voice: "a call", mail: "a mail" } as const

/** The refusal of one step, which names a field of `step`; null for one that may be saved. */
export function whyWrongStep(
  step: StepWords,
  at: string,
  { linksAreSetUp }: { linksAreSetUp: boolean },
): Refusal | null {
  const { channel } = step
  const needed: readonly string[] = wordsOf[channel]
  for (const name of ["sms_text", "mail_subject", "mail_text"] as const) {
    const [field, text] = [`${at}.${name}`, step[name] ?? null]
    if (!needed.includes(name)) {
      if (text !== null) return invalid(field, `expected none, since the step is ${named[channel]}`)
      continue
    }
    if (text === null || text === "")
      return invalid(field, `is required, since the step is ${named[channel]}`)
    const wrong =
      name === "sms_text"
        ? whyWrongText(text)
        : whyWrongPlaceholder(text, name === "mail_text" ? placeholders : withoutLink)
    if (wrong) return invalid(field, wrong)
    if (usesBookingLink(text) && !linksAreSetUp) return new Refusal("booking_links_not_set_up", { field })
  }
  return null
}

export const placeholders = ["booking_link", "first_name", "appointment_type", "phone"] as const
export type Placeholder = (typeof placeholders)[number]

/** A subject has no link. */
const withoutLink = placeholders.filter((name) => name !== "booking_link")

const anyPattern = /\{([^{}]*)\}/g

/** The reason why the text is wrong, in words that follow "sms_text: "; null for a text that may be saved. */
export function whyWrongText(text: string): string | null {
  const wrong = whyWrongPlaceholder(text, placeholders)
  if (wrong) return wrong
  const counted = countCharacters(text)
  if (counted <= mostCharacters) return null
  return `expected at most ${mostCharacters} characters, {booking_link} counted as ${linkCharacters}; it counts ${counted}`
}

function whyWrongPlaceholder(text: string, known: readonly Placeholder[]): string | null {
  for (const [whole, word] of text.matchAll(anyPattern)) {
    if (!known.some((name) => name === word)) {
      return `expected no placeholder but ${known.map((name) => `{${name}}`).join(", ")}, found ${whole}`
    }
  }
  return null
}

function filledText(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(anyPattern, (whole, word: string) =>
    Object.hasOwn(values, word) ? values[word as Placeholder] : whole,
  )
}

/** The values of the placeholders in one customer's text. */
export interface OutreachFacts {
  firstName: string
  typeName: string
  /** The number that customers call. */
  phone: string
  bookingLink: string
}

/** The text as it goes to one customer. Names that people chose lead nowhere. */
export const outreachText = (
  text: string,
  { firstName, typeName, phone, bookingLink }: OutreachFacts,
): string =>
  filledText(text, {
    booking_link: bookingLink,
    first_name: greetedName(firstName),
    appointment_type: withoutLinks(typeName),
    phone,
  })

/** Why a request needs no outreach any more; null while it is open. Its dates are judged in `zones`. */
export function whyUnwanted(
  request: { status: RequestStatus; latest_date: string },
  now: number,
  zones: readonly string[],
): Exclude<EndReason, "stopped"> | null {
  switch (request.status) {
    case "scheduled":
      return "booked"
    case "cancelled":
    case "expired":
      return request.status
    case "open":
      return datesAreOver(request.latest_date, now, zones) ? "expired" : null
  }
}
