/** How many rounds: a few for `npm test`, all for `npm run chaos`. */
export type Scale = "few" | "full"

/** The further wishes for a run. */
export type Wish = {
  /** A folder of calendar files in place of the listed ones. */
  corpus?: string
}

/** A trial's findings. Nothing may be lost. */
export type Outcome = { name: string; tried: number; lost: number; note?: string }

/** The exports of each file of this folder. */
export type Trial = {
  name: string
  /** Not in `npm test`: it needs what a machine may not give, such as root, or a test has a round of its own. */
  onlyFull?: true
  /** It measures who waits, so in `npm test` nothing else runs beside it. */
  isAlone?: true
  run(scale: Scale, wish?: Wish): Promise<Outcome[]>
}
