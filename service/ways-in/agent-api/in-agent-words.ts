/** Refusals for agents: the same codes, with a sentence to say to the caller and the nearest times that are free. */

import type { Wording } from "../../../domain/model/agent/say.ts"
import { saidAsTheyAre, sentenceFor } from "../../../domain/model/agent/sentences.ts"
import { type SpokenSlot, sayOptions, spokenSlot } from "../../../domain/model/agent/slots.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import { Refusal, type RefusalOptions } from "../../../domain/model/errors.ts"
import type { ShownSlot } from "../../../domain/model/slot-search.ts"
import { asPromptData } from "../../../domain/model/written-by-people.ts"
import { FilterNotUsable } from "../../../domain/rules/availability/filter-not-usable.ts"
import { wantsRefusalsAs200 } from "../../company/companies.sql.ts"
import type { AppContext } from "../../platform/context.ts"

/** Its message stays as it is: it is worded for the caller, or for the integrator, who alone meets it. */
export class SaidRefusal extends Refusal {}

/** Runs `work`, and words its refusals for the caller. */
export async function inAgentWords<T>(wording: Wording, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? asSaid(error, wording) : error
  }
}

/** Some name persons and places, whose names people wrote. */
const mostSaidOfRefusal = 400

/** For a refusal of which neither the company nor the appointment is known. */
export const plainWording = (now: number): Wording => ({
  language: "en",
  now,
  companyZone: null,
  namesLocation: false,
})

/** The refusal, worded for the caller: by `said`, or by the sentence of its code. */
export function asSaid(refusal: Refusal, wording: Wording, said?: string): Refusal {
  if (refusal instanceof SaidRefusal) return refusal
  const { code, field } = refusal
  const alternatives = alternativesOf(refusal, wording)
  const isSaid = saidAsTheyAre.has(code)
  const sentence =
    said ??
    saySeatsLeft(wording, refusal) ??
    sayFilter(wording, refusal) ??
    (isSaid ? asPromptData(refusal.message, mostSaidOfRefusal) : sentenceFor(wording.language, code, field))
  // The problem with the input is for the model; the caller hears a sentence without it.
  const problem = code === "invalid_input" ? { problem: refusal.message } : {}
  const details = { ...refusal.details, ...problem, ...(alternatives ? { alternatives } : {}) }
  const options: RefusalOptions = { message: withAlternatives(sentence, alternatives, wording) }
  if (field !== undefined) options.field = field
  if (Object.keys(details).length > 0) options.details = details
  if (refusal.retryAfterSeconds !== undefined) options.retryAfterSeconds = refusal.retryAfterSeconds
  return new SaidRefusal(code, options)
}

/** The seats left in a class that has fewer than were asked for; null for any other refusal, and where none is left. */
function saySeatsLeft({ language }: Wording, { details }: Refusal): string | null {
  const left = details?.seats_left
  if (typeof left !== "number" || left < 1) return null
  return wordsIn(language).search.seatsLeft({ count: left })
}

/** Why the person or the location that the caller asked for can't be had; null for any other refusal. */
function sayFilter({ language }: Wording, refusal: Refusal): string | null {
  if (!(refusal instanceof FilterNotUsable)) return null
  const { why, name } = refusal.filter
  const words = wordsIn(language).filters
  return why === "remote" ? words.remote : words[why]({ name: asPromptData(name, mostSaidOfRefusal) })
}

function alternativesOf({ details }: Refusal, wording: Wording): SpokenSlot[] | null {
  if (!Array.isArray(details?.alternatives)) return null
  return (details.alternatives as ShownSlot[]).map((slot) => spokenSlot(slot, wording))
}

function withAlternatives(
  sentence: string,
  alternatives: readonly SpokenSlot[] | null,
  wording: Wording,
): string {
  if (!alternatives || alternatives.length === 0) return sentence
  const { times, location } = sayOptions(alternatives, wording)
  const words = wordsIn(wording.language).search
  const said = sentence
  if (location === null)
    return alternatives.length === 1 ? words.nearest({ said, times }) : words.nearestSeveral({ said, times })
  return alternatives.length === 1
    ? words.nearestAt({ said, location, times })
    : words.nearestSeveralAt({ said, location, times })
}

/** True where the company's tools refuse with status 200. False while the database does not answer, which is a refusal itself. */
export const refusesWith200 = (context: AppContext, companyId: number): Promise<boolean> =>
  wantsRefusalsAs200(context.db, companyId).catch(() => false)
