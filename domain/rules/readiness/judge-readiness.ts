/** The obstacles that keep customers from booking a company, and its failures: an item for each thing that is looked at. */
import { noTextingNumber, unitOf } from "../../model/company.ts"
import type { ReadinessCode, ReadinessFacts, ReadinessItem } from "../../model/readiness.ts"
import { distanceText } from "../../units/distance.ts"
import { calendarReadiness } from "./calendar-readiness.ts"
import { endpointReadiness } from "./endpoint-readiness.ts"
import { failing, type Judged, working } from "./judged.ts"
import { typeReadiness } from "./type-readiness.ts"

export function judgeReadiness(facts: ReadinessFacts): ReadinessItem[] {
  const items = Object.entries(judges) as [ReadinessCode, Judge][]
  return items.flatMap(([code, judge]) => judge(facts).map((judged) => ({ code, ...judged })))
}

type Judge = (facts: ReadinessFacts) => Judged[]

/** One judge for each code; where there is nothing to look at it says nothing. */
const judges: Record<ReadinessCode, Judge> = {
  location: ({ locations }) => [
    locations.length > 0
      ? working(`${counted(locations.length, "location is", "locations are")} active.`)
      : failing("There is no active location.", "Make a location, or make an old one active again."),
  ],
  appointment_type: ({ types }) => [
    types.length > 0
      ? working(`${counted(types.length, "appointment type is", "appointment types are")} active.`)
      : failing("There is no active appointment type.", "Make a type, or make an old one active again."),
  ],
  provider: ({ providers }) => [
    providers.length > 0
      ? working(`${counted(providers.length, "provider is", "providers are")} active.`)
      : failing("There is no active provider.", "Add a provider, or make an old one active again."),
  ],
  type_locations: (facts) => typeReadiness(facts, "type_locations"),
  type_providers: (facts) => typeReadiness(facts, "type_providers"),
  type_needs: (facts) => typeReadiness(facts, "type_needs"),
  type_hours: (facts) => typeReadiness(facts, "type_hours"),
  service_area: serviceAreas,
  link_host: linkHost,
  public_page: publicPage,
  codes_by_text: codesByText,
  embedding,
  texts,
  mails,
  provider_calendar: (facts) => facts.calendars.map((calendar) => calendarReadiness(calendar, facts.now)),
  webhook_endpoint: ({ endpoints }) => endpoints.map(endpointReadiness),
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** A radius is measured from the location's own point. Only types at the customer's place ask for the area. */
function serviceAreas({ company, locations, types }: ReadinessFacts): Judged[] {
  const unit = unitOf(company)
  if (types.every(({ place }) => place !== "at_customer")) return []
  return locations.flatMap(({ id, name, point, service_area: area }) => {
    if (area.kind !== "radius") return []
    const distance = distanceText(area.km, unit)
    if (point !== null) return [working(`${name} serves ${distance} around its address.`, id)]
    return [
      failing(
        `${name} serves ${distance} around its address, but the address is not found on the map, so no visit can be booked from there.`,
        "Correct the location's address, give its coordinates, or list postal codes instead.",
        id,
      ),
    ]
  })
}

function linkHost({ company, host }: ReadinessFacts): Judged[] {
  const isOn = [
    ...(company.public_booking_enabled ? ["the public page"] : []),
    ...(company.booking_links_enabled ? ["booking links"] : []),
  ].join(" and ")
  if (isOn === "") return []
  if (host.bookUrl !== null) return [working(`This host shows ${isOn}.`)]
  return [
    failing(
      `The company has switched on ${isOn}, but this host shows no pages to customers.`,
      `Ask the operator to set BOOK_URL, or switch off ${isOn}.`,
    ),
  ]
}

function publicPage({ company, host, types }: ReadinessFacts): Judged[] {
  if (!company.public_booking_enabled)
    return [working("The public page is off. Customers book by links, agents and your own systems.")]
  if (company.public_slug === null)
    return [failing("The public page is on, but has no address.", "Give the company a public_slug.")]
  if (types.every(({ kind, public_booking }) => kind !== "open" || !public_booking))
    return [
      failing(
        "The public page is on, but no active type can be booked there.",
        "Switch on public_booking for a type.",
      ),
    ]
  if (!host.hasBotCheck)
    return [
      failing(
        "The public page is on, but this host has no bot check, so all its public pages are closed.",
        "Ask the operator to set BOT_CHECK_SECRET.",
      ),
    ]
  return [working(`The public page is on, as ${company.public_slug}.`)]
}

function codesByText({ company, host, textingNumber }: ReadinessFacts): Judged[] {
  if (!company.public_booking_enabled) return []
  if (textingNumber === null) return [failing(noTextingNumber, "Register an sms channel.")]
  if (host.sendsTexts) return [working(`Codes are texted from ${textingNumber}.`)]
  return [
    failing(
      "The public page is on, but this host sends no texts, so its visitors get no code.",
      "Ask the operator to set TEXTS.",
    ),
  ]
}

function embedding({ company }: ReadinessFacts): Judged[] {
  const sites = company.embed_origins.length
  if (sites === 0) return []
  const names = company.embed_origins.join(", ")
  if (company.public_booking_enabled || company.booking_links_enabled)
    return [working(`The pages may be embedded by ${names}.`)]
  return [
    failing(
      `The pages may be embedded by ${names}, but the public page and booking links are off, so these sites show nothing.`,
      "Switch the public page on, or empty embed_origins.",
    ),
  ]
}

/** Fewer may be numbers that customers have mistyped. */
const fewestFailed = 3

function texts({ latestTexts, textingNumber }: ReadinessFacts): Judged[] {
  const [latest] = latestTexts
  if (textingNumber === null || latest === undefined) return []
  if (latestTexts.length < fewestFailed || latestTexts.some(({ failed }) => !failed))
    return [working(`Texts go out from ${textingNumber}.`)]
  const why = latest.error === null ? "" : ` (${latest.error})`
  return [
    failing(
      `The latest ${latestTexts.length} texts from ${textingNumber} all failed, the last at ${latest.at.toISOString()}${why}.`,
      "Look the error up at the carrier. Often the number is not registered for texts, or the account is used up.",
    ),
  ]
}

function mails({ company, host, latestMails, unreachableEmails, mailServer }: ReadinessFacts): Judged[] {
  if (!company.mail_enabled) return []
  if (!host.sendsMails)
    return [
      failing(
        "The company has switched on mails, but this host sends none.",
        "Ask the operator to set MAIL, or switch off mails.",
      ),
    ]
  if (mailServer?.failing_since)
    return [
      failing(
        `Your mail server ${mailServer.host} has taken no mails since ${mailServer.failing_since.toISOString()} (${mailServer.last_error}).`,
        "Look at the server, or give its new password in the settings. Mails wait until it takes them.",
      ),
    ]
  const [latest] = latestMails
  const refused =
    unreachableEmails === 0
      ? ""
      : ` ${counted(unreachableEmails, "customer's address takes", "customers' addresses take")} no mail.`
  if (latest === undefined || latestMails.length < fewestFailed || latestMails.some(({ failed }) => !failed))
    return [working(`Mails go out.${refused}`)]
  const why = latest.error === null ? "" : ` (${latest.error})`
  return [
    failing(
      `The latest ${latestMails.length} mails all failed, the last at ${latest.at.toISOString()}${why}.${refused}`,
      "Tell the operator: the mail server refuses them.",
    ),
  ]
}
