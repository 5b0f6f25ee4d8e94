/**
 * agent.read_p95_ms, agent.write_p95_ms: how long a tool's answer takes while 20 conversations go on at once, each
 * waiting for an answer before it asks again: begin, list the types, search 31 days, list the people, book, list the
 * appointments, search for another time, move, cancel, and anew. Ten providers with 40 visits each, 20 callers who are
 * customers; calls over HTTP from another process over kept connections, 300 conversations after 40 unmeasured ones. Reads
 * are the five tools that change nothing (1,500 calls); writes are booking, moving, cancelling and the beginning, which
 * makes a session (1,200, and those that were sent again with another time, since two had wanted the same). p95 of the
 * time from the request's first byte to the answer's last. The database syncs to the disk; the confirming text is handed
 * to a carrier that takes it at once. Warm.
 *
 * agent.vs_company: how many times longer the search takes through the agent API than the same search through the
 * company's: 31 days, the same company. One kept connection from another process, the two interfaces in turns, 20 requests a
 * turn, 1,200 each after 200 unmeasured ones; p50. The company's answer holds every time, the agent's the few of them that
 * a model reads, in words.
 */
import type { FastifyInstance } from "fastify"
import { type AgentContext, openAgentContext } from "./agent/agent-context.ts"
import { startTalkers } from "./agent/talkers.ts"
import { searchedDates } from "./bench-company.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"

const readFigure = "agent.read_p95_ms"
const writeFigure = "agent.write_p95_ms"
const ratioFigure = "agent.vs_company"
export const figures = [readFigure, writeFigure, ratioFigure]

const atOnce = 20
const conversations = 300
const unmeasured = 40
const turns = 60
const warmUpTurns = 10
const requestsPerTurn = 20

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openAgentContext({ providers: 10, busyEach: 40, callers: atOnce })
  try {
    const { port } = new URL(await bench.app.listen({ host: "127.0.0.1", port: 0 }))
    return [
      ...(only(readFigure) || only(writeFigure) ? await conversationTimes(bench, Number(port)) : []),
      ...(only(ratioFigure) ? [await searchRatio(bench, Number(port))] : []),
    ]
  } finally {
    await bench.close()
  }
}

async function conversationTimes({ company, callers, line }: AgentContext, port: number): Promise<Figure[]> {
  const talkers = startTalkers()
  try {
    const { apiKey, typeId } = company
    const talk = { port, apiKey, typeId, line, callers: [...callers], dates: searchedDates }
    await talkers.talk({ ...talk, conversations: unmeasured })
    const { reads, writes } = await talkers.talk({ ...talk, conversations })
    const counted = (times: readonly number[]) =>
      `${times.length} calls, ${atOnce} at once, p50 ${median(times).toFixed(1)} ms`
    return [
      atMost(readFigure, p95(reads), "ms", 100, counted(reads)),
      atMost(writeFigure, p95(writes), "ms", 200, counted(writes)),
    ]
  } finally {
    talkers.stop()
  }
}

async function searchRatio(bench: AgentContext, port: number): Promise<Figure> {
  const { company } = bench
  const caller = startHttpCaller()
  const headers = { Authorization: `Bearer ${company.apiKey}`, "Content-Type": "application/json" }
  const question = { appointment_type_id: company.typeId, ...searchedDates }
  const sessionId = await beginCall(bench.app, bench)
  const round = { port, headers, connections: 1, requests: requestsPerTurn }
  const apis = {
    company: { ...round, path: "/api/v1/slots", body: JSON.stringify(question) },
    agent: {
      ...round,
      path: "/api/v1/agent/slots",
      body: JSON.stringify({ session_id: sessionId, ...question }),
    },
  }
  const times = { company: [] as number[], agent: [] as number[] }
  try {
    for (let turn = 0; turn < turns + warmUpTurns; turn += 1) {
      for (const api of ["company", "agent"] as const) {
        const { milliseconds } = await caller.call(apis[api])
        if (turn >= warmUpTurns) times[api].push(...milliseconds)
      }
    }
  } finally {
    caller.stop()
  }
  const ratio = median(times.agent) / median(times.company)
  return atMost(ratioFigure, ratio, "times", 1.5, `company API, p50 ${median(times.company).toFixed(2)} ms`)
}

async function beginCall(app: FastifyInstance, { company, callers, line }: AgentContext): Promise<string> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/v1/agent/conversation-init",
    headers: { authorization: `Bearer ${company.apiKey}` },
    payload: { caller_id: callers[0], called_number: line, call_sid: "CA1" },
  })
  return answer.json().dynamic_variables.session_id
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}
