/**
 * The API's sentences at a field, in a person's words: the API says what a program should send, the console what to do. Each
 * rule reads one shape of sentence; a test names every sentence of the API beside what is shown for it.
 */
import type { Refusal } from "../api/client.ts"
import { useWords, type Words } from "../words/words.ts"

type Problems = Words["problems"]
type Found = readonly string[]
type Rule = readonly [shape: RegExp, say: (words: Problems, found: Found) => string]

const rules: readonly Rule[] = [
  [/^expected 60, 120 or 240$/, (words) => words.windowLength],
  [/^expected a whole number from (-?\d+) to (\d+)$/, between],
  [/^expected a factor from (\d+) to (\d+)$/, between],
  [/^expected a factor of/, (words) => words.between({ min: 1, max: 5 })],
  [/^expected (?:a latitude|latitude and longitude)/, (words) => words.latitude],
  [/^expected a longitude/, (words) => words.longitude],
  [
    /^expected (?:a whole number|whole minutes), at most (\d+)$/,
    (words, [max]) => words.most({ max: Number(max) }),
  ],
  [/^expected at least (\d+), as many as are booked$/, (words, [min]) => words.booked({ min: Number(min) })],
  [/^expected a number$/, (words) => words.number],
  [/^expected (?:kilometres from|more than 0 km|at most 2000 km)/, (words) => words.distance],
  [/^expected (?:kilometres an hour|at (?:least 1|most 150) km\/h)/, (words) => words.speed],
  [/^expected at most (\d+) characters/, (words, [max]) => words.characters({ max: Number(max) })],
  [
    /^leaves no room: the notes may have (\d+) characters$/,
    (words, [max]) => words.notesFull({ max: Number(max) }),
  ],
  [/^expected (?:a text that is not empty|a text$|either name)/, (words) => words.fill],
  [/^expected (?:one line|text without|characters that can)/, (words) => words.plainText],
  [/^expected (?:a date that is not after|an end before)/, (words) => words.earlierDate],
  [
    /^expected (?:a date (?:after|not before|that is not|on which)|the date of the second)/,
    (words) => words.laterDate,
  ],
  [/^expected (?:a|an existing) date(?: as YYYY-MM-DD| that exists)?$/, (words) => words.date],
  [/^expected a date (?:and time|as )/, (words) => words.dateAndTime],
  [/^expected (?:a time of day|hours as)/, (words) => words.timeOfDay],
  [
    /^expected (?:a time after \w+, )?at most (\d+) (?:days|dates)/,
    (words, [max]) => words.days({ max: Number(max) }),
  ],
  [/^expected a time within the next (\d+) days$/, (words, [max]) => words.withinDays({ max: Number(max) })],
  [
    /^expected (?:a time (?:after|to come|that is not before)|the end of the one before)/,
    (words) => words.laterTime,
  ],
  [/^expected (?:a time as|an existing time|a time on a whole)/, (words) => words.dateAndTime],
  [/^expected a phone number/, (words) => words.phone],
  [/^is a number that nobody can have$/, (words) => words.nobodysPhone],
  [/^expected (?:an email address of the customer|a yes to texts)/, (words) => words.unreachable],
  [/^expected an email address/, (words) => words.email],
  [/^expected an address in a domain that is proven/, (words) => words.ownDomain],
  [/^expected a colour/, (words) => words.color],
  [/^expected an IANA time zone/, (words) => words.zone],
  [/^expected a (?:country's two|two-letter country)/, (words) => words.country],
  [
    /^expected (?:an https address|a public address|an address (?:without|of your own))/,
    (words) => words.https,
  ],
  [/^expected an origin/, (words) => words.website],
  [/^expected a domain/, (words) => words.domain],
  [/^expected (?:a mail server|a user name and|the password of this host)/, (words) => words.mailServer],
  [
    /^expected (?:the address of an identity|a tenant's id|the secret of this issuer)/,
    (words) => words.signInService,
  ],
  [/^expected an address or a network/, (words) => words.network],
  [/^expected each /, (words) => words.once],
  [/^expected at least two options$/, (words) => words.twoOptions],
  [/^expected at least (?:one|\d)/, (words) => words.atLeastOne],
  [/^expected (?:at most|up to) (\d+)/, (words, [max]) => words.mostOf({ max: Number(max) })],
  [/^expected a password of at most/, (words) => words.password],
  [/^expected a password/, (words) => words.password],
  [/^expected the six digits/, (words) => words.sixDigits],
  [/^expected (?:3 to 60 lowercase|a slug)/, (words) => words.slug],
  [/^expected a (?:ZIP|five-digit ZIP) code/, (words) => words.postalCode],
  [/^expected a PNG/, (words) => words.picture],
  [/^expected (\d+) different providers$/, (words, [count]) => words.people({ count: Number(count) })],
  [/^expected other dates/, (words) => words.waitsAlready],
  [/^expected (?:a (?:closed )?ring|at least one ring|\[longitude)/, (words) => words.area],
  [/^expected no placeholder but (.+)$/, (words, [names]) => words.placeholders({ names: names! })],
  [/where the clocks go (?:back|forward)/, (words) => words.clockChange],
  [/^a class is at a location/, (words) => words.classNeeds],
  [/^expected (?:names of|values of|keys |none of webhook)/, (words) => words.headers],
  [/^send them again with a URL/, (words) => words.headersAgain],
  [/^expected hours that hit/, (words) => words.tooMany],
  [/^expected a time that is free beside/, (words) => words.sameTime],
  [/^expected none, since the step/, (words) => words.empty],
  [/^is needed(?: for an address)?$/, (words) => words.fill],
  [/^(?:only a class takes|goes with a class|seats in a class)/, (words) => words.unfit],
  [/^(?:overlaps |the date override of )/, (words) => words.overlap],
  [/^a window needs a type/, (words) => words.window],
  [/^expected kind start, or kind window/, (words) => words.windowLength],
  [/^a by_request type/, (words) => words.notPublic],
  [/^type \d+ has questions to ask/, (words) => words.askedAlone],
  [/^expected (?:none for a type|a type )/, (words) => words.unfit],
  [
    /^(?:expected (?:an id|ids of|a provider's id|one of|an active|providers who|a location|US or CA|yes or no|true or false|voice or sms|granted or|coming$|waiting or|a country whose|an option|a choice|either |null for|the id of|none, or|steps below|the provider |an appointment|a customer with|\d+ of |a room or|a list of ids|a list of event)|is needed, since|is required)/,
    (words) => words.choose,
  ],
]

function between(words: Problems, [min, max]: Found): string {
  return words.between({ min: Number(min), max: Number(max) })
}

/** The words shown instead of the API's sentence; null where it has none of its own. */
export function plainly(sentence: string, words: Problems): string | null {
  for (const [shape, say] of rules) {
    const found = shape.exec(sentence)
    if (found) return say(words, found.slice(1))
  }
  return sentence.startsWith("expected ") ? words.check : null
}

/** Says what to do about a refusal, as it is said at its field: the API's own sentence begins with the field's name. */
export function sentenceAt({ field, message }: Pick<Refusal, "field" | "message">): string {
  if (!field || !message.startsWith(`${field}: `)) return message
  const bare = message.slice(field.length + 2)
  return plainly(bare, useWords().problems) ?? bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** For the test that finds a sentence for each. */
export const shapes: readonly RegExp[] = rules.map(([shape]) => shape)
