/** Two processes on one database, whose calls meet in the midst of their writes. */
import { afterAll, beforeAll } from "vitest"
import { type Meet, prepareMeetings } from "../support/meeting.ts"
import { createTestDatabase } from "../support/postgres.ts"
import { type Api, startService, type TestService, type TestServiceOptions } from "../support/service.ts"
import { type Story, tellStory } from "../support/story.ts"

export let service: TestService
/** Another process, as far as the database can tell: with turns of its own. */
export let second: TestService
export let story: Story
/** The first company's interface at the second process. */
export const api2: Api = (method, path, body, options) =>
  second.api(method, path, body, { key: service.key, ...options })
export let meet: Meet

/** Called once at the top of a test file. Calls can meet at the audit row, which each writes last, and at rows of `tables`. */
export function letCallsMeet(tables: readonly string[] = [], options: TestServiceOptions = {}): void {
  let release: () => void
  beforeAll(async () => {
    const database = await createTestDatabase()
    service = await startService({ ...options, database })
    second = await startService({ ...options, database: { ...database, drop: async () => {} } })
    story = await tellStory(service)
    const client = await service.context.db.connect()
    release = () => client.release()
    meet = await prepareMeetings(client, ["audit", ...tables])
  })
  afterAll(async () => {
    release()
    await second.stop()
    await service.stop()
  })
}

/** Two changes of one record, of which the second must not undo what it has not seen. Returns the record afterwards. */
export async function bothChange(path: string, one: object, other: object) {
  const answers = await meet(
    "audit",
    () => service.api("PUT", path, one),
    () => api2("PUT", path, other),
  )
  const after = await service.api("GET", path)
  return { statuses: answers.map(({ status }) => status), record: after.body.data }
}
