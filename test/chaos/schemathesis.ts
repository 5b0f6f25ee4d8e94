/**
 * Schemathesis reads `api/openapi.json`, and sends each operation what the document allows and what it does not, as every role and
 * to both hosts. A difference is an answer that the document does not have: another status, type, header or form, an input taken
 * that is not described, or a method. `SCHEMATHESIS` names the program; else it is installed beside the caches.
 */
import { join } from "node:path"
import { makeWorld, type World } from "../fuzz/world.ts"
import { cloneDatabase } from "../support/databases.ts"
import { difference, findSchemathesis } from "../support/schemathesis.ts"
import { root } from "../support/source-files.ts"
import { startTestCluster, type TestCluster } from "../support/test-cluster.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "schemathesis"
/** Each role takes minutes. */
export const onlyFull = true

/** Calls that would take the caller's own credential away go last; the stream has no end. */
const endings = [
  ...["revoke_api_key", "end_session", "end_own_session", "end_own_sessions", "end_user_sessions"],
  ...["change_own_password", "update_user", "delete_user", "update_company"],
]
const endless = "stream_events"

interface Round {
  name: string
  /** Makes the credential, and returns what it sends. */
  caller(world: World): Promise<string>
  host?: "api" | "book"
  /** More words for the program. */
  more?: readonly string[]
  /** Checks that make no sense for this caller. */
  notAsked?: readonly string[]
}

const keyOf = (role: string) => async (world: World) => {
  const { body } = await world.service.api("POST", "/api-keys", { name: `The ${role}'s`, role })
  return body.data.key as string
}

const sessionOf =
  (role: string) =>
  async ({ service }: World) => {
    const person = { email: `${role}@example.com`, name: "Robin Fox", role, password: "a long pass phrase" }
    await service.api("POST", "/users", person)
    const { email, password } = person
    const { body } = await service.api("POST", "/sessions", { email, password }, { key: null })
    return body.data.token as string
  }

const stranger = "sk_unknown"

const rounds: readonly Round[] = [
  { name: "an admin's key", caller: keyOf("admin") },
  { name: "a member's key", caller: keyOf("member") },
  { name: "an agent's key", caller: keyOf("agent") },
  {
    name: "an agent's key, refused with 200",
    more: ["--include-path-regex", "/agent/"],
    // Their status is 200 by the company's wish.
    notAsked: ["negative_data_rejection"],
    async caller(world) {
      await world.service.api("PUT", "/company", { agent: { refusals_as_200: true } })
      return keyOf("agent")(world)
    },
  },
  { name: "an admin who signed in", caller: sessionOf("admin") },
  { name: "a member who signed in", caller: sessionOf("member") },
  { name: "nobody", caller: async () => stranger },
  // No route of the document is there: each answers 404 in the form that the document has.
  {
    name: "the customer host",
    caller: keyOf("admin"),
    host: "book",
    notAsked: ["unsupported_method", "missing_required_header"],
  },
]

export async function run(_scale: Scale): Promise<Outcome[]> {
  const program = await findSchemathesis()
  const cluster = await startTestCluster()
  const wanted = process.env.SCHEMATHESIS_ROUND ?? ""
  const outcomes: Outcome[] = []
  try {
    for (const round of rounds.filter((each) => each.name.includes(wanted))) {
      outcomes.push(await inWorld(cluster, (world) => play(program, world, round)))
    }
  } finally {
    await cluster.stop()
  }
  return outcomes
}

async function play(
  program: string,
  world: World,
  { name: who, caller, host, more = [], notAsked = [] }: Round,
): Promise<Outcome> {
  const url = host === "book" ? world.service.bookUrl! : world.service.apiUrl
  const token = await caller(world)
  const ask = (words: readonly string[]) =>
    difference(program, join(root, "api/openapi.json"), { url, token, notAsked, words: [...more, ...words] })
  const found = [await ask([endless, ...endings].flatMap((id) => ["--exclude-operation-id", id]))]
  await assertStillKnown(world, token)
  // A caller that is gone is refused as a stranger, so these come after all others.
  if (more.length === 0) found.push(await ask(endings.flatMap((id) => ["--include-operation-id", id])))
  const differences = found.flatMap((each) => each.differences)
  return {
    name: `${name}: ${who}`,
    tried: found.reduce((sum, { tried }) => sum + tried, 0),
    lost: differences.length,
    ...(differences.length > 0
      ? { note: `${kindsOf(differences)}: ${differences.slice(0, 5).join("; ")}` }
      : {}),
  }
}

/** `3 × ST205 Allow header mismatch` */
function kindsOf(differences: readonly string[]): string {
  const byKind = Map.groupBy(differences, (each) => each.split(": ").at(-1)!)
  return [...byKind].map(([kind, all]) => `${all.length} × ${kind}`).join(", ")
}

/** Else most answers were those to a stranger, and the round shows little. */
async function assertStillKnown({ service }: World, token: string): Promise<void> {
  if (token === stranger) return
  const { status } = await service.api("GET", "/time-zones", undefined, { key: token })
  if (status === 401) throw new Error("The caller's credential ended on the way")
}

async function inWorld<T>(cluster: TestCluster, work: (world: World) => Promise<T>): Promise<T> {
  const database = await cloneDatabase(cluster.url, cluster.templateName)
  const world = await makeWorld({ database, book: true, trustProxyHops: 1 })
  try {
    return await work(world)
  } finally {
    await world.service.stop()
  }
}
