/** Refusals as agents are told them: the same codes, in a sentence that can be said, with the times that can be had. */

import { sayBlocks, sayList } from "../../model/agent/say.ts"
import { saidAsTheyAre, sentenceFor } from "../../model/agent/sentences.ts"
import type { SpokenSlot } from "../../model/agent/slots.ts"
import { Refusal, type RefusalOptions } from "../../model/errors.ts"
import type { ShownSlot } from "../../model/slot.ts"

/** Its message is for the caller already. */
export class SaidRefusal extends Refusal {}

/**
 * Runs `work`; what it refuses comes out in words for a caller. `now` is in epoch milliseconds. With the company's zone,
 * times elsewhere are said with theirs.
 */
export async function inAgentWords<T>(now: number, work: () => Promise<T>, companyZone?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? asSaid(error, now, companyZone) : error
  }
}

/** The refusal in words for a caller. */
export function asSaid(refusal: Refusal, now: number, companyZone?: string): Refusal {
  if (refusal instanceof SaidRefusal) return refusal
  const { code, field } = refusal
  const alternatives = alternativesOf(refusal, now, companyZone)
  const isSaid = saidAsTheyAre.has(code)
  const sentence = isSaid ? refusal.message : sentenceFor(code, field)
  // What is wrong with the input is for the model, not for the caller.
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
