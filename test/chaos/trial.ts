/** How many rounds: a few for `npm test`, all for `npm run chaos`. */
export type Scale = "few" | "full"

/** What a run was asked for beside. */
export type Wish = {
  /** A folder of calendar files in place of the listed ones. */
  corpus?: string
}

/** What a trial found. Nothing may be lost. */
export type Outcome = { name: string; tried: number; lost: number; note?: string }

/** What each file of this folder exports. */
export type Trial = {
  name: string
  /** Not in `npm test`: it needs what a machine may not give, such as root, or a test has a round of its own. */
  onlyFull?: true
  /** It measures who waits, so in `npm test` nothing else runs beside it. */
  isAlone?: true
  run(scale: Scale, wish?: Wish): Promise<Outcome[]>
}
