/** Turns at providers and rooms: those who wait for the same time stand in line here, and not with a connection in hand. */

/** A gate that lets one after the other in, by the id of a provider or a resource. */
export interface Gated {
  gate: { enter(id: number): Promise<Disposable> }
}

/** A turn at each, in the order of their ids, so that no two callers wait for each other. */
export async function turnsAt({ gate }: Gated, ids: readonly number[]): Promise<DisposableStack> {
  const turns = new DisposableStack()
  try {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) turns.use(await gate.enter(id))
    return turns
  } catch (error) {
    turns.dispose()
    throw error
  }
}
