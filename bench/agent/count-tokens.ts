/** Tokens of o200k, in which models of the field read what they are given. */
import { fromTrials } from "../../bin/trials.js"

interface Tokenizer {
  encode(text: string): number[]
}

/** The package is large, and only figures of agents need it. */
export function openTokenizer(): Tokenizer {
  const { Tiktoken } = fromTrials("js-tiktoken/lite") as { Tiktoken: new (of: unknown) => Tokenizer }
  const ranks = fromTrials("js-tiktoken/ranks/o200k_base") as { default?: unknown }
  return new Tiktoken(ranks.default ?? ranks)
}

export async function countTokens(bodies: readonly string[]): Promise<number> {
  const tokenizer = openTokenizer()
  return bodies.reduce((sum, body) => sum + tokenizer.encode(body).length, 0)
}
