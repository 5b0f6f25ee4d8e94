/**
 * A change that its user may still take back is announced before anything else is changed: work that meets one gives up, the
 * change is announced in a transaction of its own, and the work begins anew.
 */

/** An appointment whose change waits, and the hold that keeps what it left. */
export interface Untold {
  appointmentId: number
  holdId: number
}

/** The change before is not announced yet. */
export class UndoStands extends Error {
  readonly untold: Untold
  constructor(untold: Untold) {
    super("a change that can be taken back is not told yet")
    this.untold = untold
  }
}

/** Throws `UndoStands`. */
export function requireTold({
  id,
  undo_hold_id: holdId = null,
}: {
  id: number
  undo_hold_id?: number | null
}): void {
  if (holdId !== null) throw new UndoStands({ appointmentId: id, holdId })
}

/** Announces the waiting change, and returns once it can't be taken back. */
export type EndUndo<Context> = (context: Context, companyId: number, untold: Untold) => Promise<void>

/** `work` writes nothing where it meets a change that is not announced. Another may be made meanwhile, so it may meet several. */
export async function afterTelling<Context extends { endUndo: EndUndo<Context> }, Result>(
  context: Context,
  companyId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof UndoStands)) throw error
      await context.endUndo(context, companyId, error.untold)
    }
  }
}
