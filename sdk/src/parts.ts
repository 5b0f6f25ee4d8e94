/** Answers that come in parts, since they would be too long at once: the times of a search, and a board. */

interface Row {
  id?: number
  provider_id?: number
  location_id?: number
  slots?: unknown[]
}

interface Part {
  providers: Row[]
  appointments?: Row[]
  more_from: string | null
}

/** Asks for the first part, and as long as an answer says that there is more, for the next one, and joins them. */
export async function wholeAnswer(ask: (more: { more_from?: string }) => Promise<unknown>): Promise<unknown> {
  const first = await ask({})
  if (!isPart(first) || first.more_from === null) return first
  let whole = first
  while (whole.more_from !== null) {
    const next = (await ask({ more_from: whole.more_from })) as Part
    whole = {
      ...whole,
      providers: joined(whole.providers, next.providers),
      ...(whole.appointments && next.appointments
        ? { appointments: joined(whole.appointments, next.appointments) }
        : {}),
      more_from: next.more_from,
    }
  }
  return whole
}

/** A provider at a location may have times in several parts. */
function joined(rows: readonly Row[], more: readonly Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  for (const row of more) {
    const { slots } = byKey.get(keyOf(row)) ?? {}
    byKey.set(keyOf(row), slots && row.slots ? { ...row, slots: slots.concat(row.slots) } : row)
  }
  return [...byKey.values()]
}

const keyOf = ({ id, provider_id, location_id }: Row) => id ?? `${provider_id} ${location_id}`

const isPart = (answer: unknown): answer is Part =>
  typeof answer === "object" && answer !== null && "more_from" in answer && "providers" in answer
