/** A write's effects on records that its request does not name. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { seedFrom, trials } from "../support/trials.ts"
import { recordsOf, tablesChangedBeside } from "./bystanders.ts"
import { mountsInOrder } from "./company.ts"
import { plausibleRequests } from "./requests.ts"
import { openWire, type Wire } from "./wire.ts"
import { makeWorld, type World } from "./world.ts"

let world: World
let wire: Wire
beforeAll(async () => {
  world = await makeWorld()
  wire = openWire(world.service.apiUrl)
})
afterAll(async () => {
  wire.close()
  await world.service.stop()
})

/** The records that hang on a named one and change with it. */
const changeToo: Record<string, readonly string[]> = {
  "POST /scheduling-requests/:id/outreach/stop": ["outreach_run", "text_message"],
  "POST /appointments/:id/cancel": ["allocation"],
  "POST /appointments/:id/propose": ["allocation"],
  "POST /appointments/swap": ["allocation"],
  "POST /series": ["scheduling_request"],
  "PUT /class-sessions/:id": ["allocation", "appointment"],
  "DELETE /class-sessions/:id": ["allocation"],
  "DELETE /holds/:id": ["allocation"],
  // An erasure blanks the events about the customer.
  "DELETE /customers/:id": ["event", "uploaded_file"],
  // A session begins for the user of the email.
  "POST /sessions": ["app_user"],
}
const drawn = trials(16)
const seed = seedFrom(20261128)

it("TQ-04 a write changes the records that it names and what hangs on them, and no other of any company", async () => {
  const read = await recordsOf(world.service.context.db)
  const changed = new Map<string, Set<string>>()
  let succeeded = 0
  let before = await read()
  for (const mount of mountsInOrder.filter(({ method }) => method !== "GET")) {
    const name = `${mount.method} ${mount.path}`
    for (const sending of plausibleRequests(mount, world, drawn, seed)) {
      if ((await wire.send(sending)).status < 300) succeeded += 1
      const after = await read()
      for (const table of tablesChangedBeside(sending, before, after))
        changed.set(name, (changed.get(name) ?? new Set()).add(table))
      before = after
      await world.refresh()
    }
  }
  const sorted = [...changed].map(([name, tables]) => [name, [...tables].sort()])
  expect(Object.fromEntries(sorted)).toEqual(changeToo)
  expect(succeeded).toBeGreaterThan(100)
})
