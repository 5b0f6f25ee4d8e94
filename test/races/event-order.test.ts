import { expect, it } from "vitest"
import { service, shareOneStory, story } from "../support/one-story.ts"
import { book } from "../support/webhooks.ts"

shareOneStory()

/** Sets which transactions wrote the events, the first event's first. */
async function writeBy(transactions: readonly string[]): Promise<void> {
  const rows = await service.context.db.query<{ id: number }>(
    "SELECT id FROM event WHERE company_id = $1 AND type = 'appointment.created' ORDER BY id",
    [service.companyId],
  )
  for (const [at, { id }] of rows.entries()) {
    await service.context.db.query("UPDATE event SET xid = $3::xid8 WHERE company_id = $1 AND id = $2", [
      service.companyId,
      id,
      transactions[at],
    ])
  }
}

it("BK-05 a poller misses no event when the count of transactions grows by a digit", async () => {
  for (const hour of ["15", "16", "17", "18"]) await book(service, story, `2027-03-02T${hour}:00:00.000Z`)
  const all = (await service.events()).body.data.map(({ id }: { id: string }) => id)
  await writeBy(["8", "9", "10", "11"])

  const polled: { id: string; type: string }[] = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const page = await service.api("GET", `/events?limit=1${cursor && `&cursor=${cursor}`}`)
    polled.push(...page.body.data)
    cursor = page.body.next_cursor
  }
  expect(polled.filter(({ type }) => type === "appointment.created").map(({ id }) => id)).toEqual(all)
})
