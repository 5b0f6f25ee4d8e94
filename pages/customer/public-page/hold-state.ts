/** The page's knowledge of the hold of the chosen time. */
export interface HoldState {
  /** Drawn by this browser. By it the service knows whose the hold is. */
  draftToken: string | null
  /** The choice that was tried last, so that each is tried once. */
  triedToHold: string | null
  /** The end by the device's clock, in epoch milliseconds; `over` for one that has ended; null without one. */
  held: number | "over" | null
}

export const noHold = { triedToHold: null, held: null } as const
