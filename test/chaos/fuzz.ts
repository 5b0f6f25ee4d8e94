/**
 * Any input to any address of the company API, the booking link, the public page and the agent API, with one seed after another,
 * each on a host of its own. `TRIALS_SEED` begins elsewhere.
 */
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { fuzzTool, makeSessions } from "../fuzz/agent.ts"
import { fuzzMount, fuzzSeed, mountsInOrder } from "../fuzz/company.ts"
import { linkEndpoints } from "../fuzz/link.ts"
import { fuzzEndpoint, makeTokens } from "../fuzz/link-endpoints.ts"
import { fuzzPage, openPageStage, type PageStage } from "../fuzz/page.ts"
import { type Counts, openProbe } from "../fuzz/probe.ts"
import { makeWorld, type World } from "../fuzz/world.ts"
import { cloneDatabase } from "../support/databases.ts"
import { startTestCluster, type TestCluster } from "../support/test-cluster.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "fuzz"
// `test/fuzz` has a round of its own.
export const onlyFull = true

/** Rather more hosts than more requests to one: every checksum reads all rows, and they grow. */
const seeds = 10
const requestsPerAddress = 30

interface Found {
  sent: number
  wrong: string[]
}

export async function run(_scale: Scale): Promise<Outcome[]> {
  const cluster = await startTestCluster()
  const company: Found = { sent: 0, wrong: [] }
  const link: Found = { sent: 0, wrong: [] }
  const page: Found = { sent: 0, wrong: [] }
  const agent: Found = { sent: 0, wrong: [] }
  try {
    for (let nth = 0; nth < seeds; nth += 1) {
      const seed = fuzzSeed + nth * 1_000
      await inWorld(cluster, async (world) => {
        const tokens = await makeTokens(world)
        const sessions = await makeSessions(world)
        const stage = await openPageStage(world)
        await fuzzPages(world, stage, requestsPerAddress, seed, page)
        await fuzzCompany(world, requestsPerAddress, seed, company)
        await fuzzLinks(world, tokens, requestsPerAddress, seed, link)
        await fuzzAgents(world, sessions, requestsPerAddress, seed, agent)
      })
    }
  } finally {
    await cluster.stop()
  }
  return [
    outcomeOf(`${name} company`, company),
    outcomeOf(`${name} link`, link),
    outcomeOf(`${name} page`, page),
    outcomeOf(`${name} agent`, agent),
  ]
}

async function fuzzCompany(world: World, runs: number, seed: number, found: Found): Promise<void> {
  const probe = await openProbe(world, world.service.apiUrl)
  for (const mount of mountsInOrder) await note(found, fuzzMount(world, probe, mount, runs, seed))
  probe.close()
}

/** Comes before the company API, which may switch the page off. */
async function fuzzPages(
  world: World,
  { endpoints, tokens }: PageStage,
  runs: number,
  seed: number,
  found: Found,
): Promise<void> {
  const probe = await openProbe(world, world.service.bookUrl!)
  for (const endpoint of endpoints) await note(found, fuzzPage(probe, endpoint, tokens, runs, seed))
  probe.close()
}

/** Comes after the company API and so meets all that it has left behind. */
async function fuzzLinks(
  world: World,
  tokens: readonly string[],
  runs: number,
  seed: number,
  found: Found,
): Promise<void> {
  const probe = await openProbe(world, world.service.bookUrl!)
  for (const endpoint of linkEndpoints(world.story.benId, world.story.locationId)) {
    await note(found, fuzzEndpoint(probe, endpoint, tokens, runs, seed))
  }
  probe.close()
}

async function fuzzAgents(
  world: World,
  sessions: readonly string[],
  runs: number,
  seed: number,
  found: Found,
): Promise<void> {
  const probe = await openProbe(world, world.service.apiUrl)
  for (const mount of agentTools) await note(found, fuzzTool(world, probe, mount, sessions, runs, seed))
  probe.close()
}

async function note(found: Found, fuzzing: Promise<Counts>): Promise<void> {
  try {
    found.sent += (await fuzzing).sent
  } catch (error) {
    found.sent += 1
    const { message, cause } = error as Error
    found.wrong.push(`${message} ${cause instanceof Error ? cause.message : ""}`)
  }
}

const outcomeOf = (trial: string, { sent, wrong }: Found): Outcome => ({
  name: trial,
  tried: sent,
  lost: wrong.length,
  ...(wrong.length > 0 ? { note: wrong.slice(0, 3).join("; ") } : {}),
})

async function inWorld(cluster: TestCluster, work: (world: World) => Promise<void>): Promise<void> {
  const database = await cloneDatabase(cluster.url, cluster.templateName)
  const world = await makeWorld({ database, book: true, trustProxyHops: 1 })
  try {
    await work(world)
  } finally {
    await world.service.stop()
  }
}
