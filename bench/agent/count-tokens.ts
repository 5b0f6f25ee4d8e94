/** Tokens of o200k, in which models of the field read what they are given. */

interface Tokenizer {
  encode(text: string): number[]
}

/** Loaded by name: the package is large, and only figures of agents need it. */
export async function openTokenizer(): Promise<Tokenizer> {
  const from = (module: string) => import(`js-tiktoken/${module}`) as Promise<Record<string, unknown>>
  const [{ Tiktoken }, { default: ranks }] = await Promise.all([from("lite"), from("ranks/o200k_base")])
  return new (Tiktoken as new (of: unknown) => Tokenizer)(ranks)
}

export async function countTokens(bodies: readonly string[]): Promise<number> {
  const tokenizer = await openTokenizer()
  return bodies.reduce((sum, body) => sum + tokenizer.encode(body).length, 0)
}
