/** Refusals for agents: the same codes, with a sentence to say to the caller and the nearest times that are free. */

import { sayBlocks, sayList } from "../../model/agent/say.ts"
import { saidAsTheyAre, sentenceFor } from "../../model/agent/sentences.ts"
import type { SpokenSlot } from "../../model/agent/slots.ts"
import { Refusal, type RefusalOptions } from "../../model/errors.ts"
import type { ShownSlot } from "../../model/slot-search.ts"

/** Its message is already worded for the caller. */
export class SaidRefusal extends Refusal {}

/**
 * Runs `work`, and words its refusals for the caller. `now` is in epoch milliseconds. With the company's zone given, times
 * in another zone are said with that zone's name.
 */
export async function inAgentWords<T>(now: number, work: () => Promise<T>, companyZone?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? asSaid(error, now, companyZone) : error
  }
}

/** The refusal, worded for the caller. */
export function asSaid(refusal: Refusal, now: number, companyZone?: string): Refusal {
  if (refusal instanceof SaidRefusal) return refusal
  const { code, field } = refusal
  const alternatives = alternativesOf(refusal, now, companyZone)
  const isSaid = saidAsTheyAre.has(code)
  const sentence = isSaid ? refusal.message : sentenceFor(code, field)
  // The problem with the input is for the model; the caller hears a sentence without it.
  const problem = code === "invalid_input" ? { problem: refusal.message } : {}
  const details = { ...refusal.details, ...problem, ...(alternatives ? { alternatives } : {}) }
  const options: RefusalOptions = { message: withAlternatives(sentence, alternatives) }
  if (field !== undefined) options.field = field
  if (Object.keys(details).length > 0) options.details = details
  if (refusal.retryAfterSeconds !== undefined) options.retryAfterSeconds = refusal.retryAfterSeconds
  return new SaidRefusal(code, options)
}

function alternativesOf({ details }: Refusal, now: number, companyZone?: string): SpokenSlot[] | null {
  if (!Array.isArray(details?.alternatives)) return null
  return (details.alternatives as ShownSlot[]).map((slot) => ({
    ...slot,
    say: sayBlocks(slot.blocks, slot.timezone, now, companyZone),
  }))
}

function withAlternatives(sentence: string, alternatives: readonly SpokenSlot[] | null): string {
  if (!alternatives || alternatives.length === 0) return sentence
  const times = sayList(
    alternatives.map(({ say }) => say),
    "or",
    "; ",
  )
  return `${sentence} The nearest times are ${times}.`
}
