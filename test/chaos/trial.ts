/** How many rounds: a few for `npm test`, all for `npm run chaos`. */
export type Scale = "few" | "full"

/** What a trial found. Nothing may be lost. */
export type Outcome = { name: string; tried: number; lost: number; note?: string }

/** What each file of this folder exports. */
export type Trial = {
  name: string
  /** It needs what a machine for `npm test` may not give, such as root. */
  onlyFull?: true
  run(scale: Scale): Promise<Outcome[]>
}
