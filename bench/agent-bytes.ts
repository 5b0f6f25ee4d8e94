/**
 * agent.slots_kb: kilobytes (1024 bytes) of the longest answer of find_slots. A company of ten providers at one of its two
 * locations, so that times are said with their place; visits start every quarter of an hour, half of all working time is
 * booked. The searches: 31 days, 31 days in the afternoon, 31 days around three, no dates, one day, and one day with one
 * provider. Bodies as they are sent, not compressed.
 *
 * agent.conversation_kb: kilobytes of all bodies that one conversation is answered with, in the same company: it begins,
 * lists the types, searches 31 days, books, lists the appointments, searches 31 days to move it, and moves it.
 *
 * agent.conversation_tokens: what a model reads of the same answers, in tokens of o200k.
 */
import { type AgentContext, openAgentContext } from "./agent/agent-context.ts"
import { countTokens } from "./agent/count-tokens.ts"
import { searchedDates } from "./bench-company.ts"
import { atMost, type Figure } from "./figure.ts"

const slotsFigure = "agent.slots_kb"
const conversationFigure = "agent.conversation_kb"
const tokensFigure = "agent.conversation_tokens"
export const figures = [slotsFigure, conversationFigure, tokensFigure]

export async function run(): Promise<Figure[]> {
  const bench = await openAgentContext({
    providers: 10,
    busyEach: 46,
    visitMinutes: 120,
    slotIntervalMinutes: 15,
    callers: 1,
  })
  try {
    await addSecondLocation(bench)
    return [await longestSearch(bench), ...(await wholeConversation(bench))]
  } finally {
    await bench.close()
  }
}

async function addSecondLocation({ app, company }: AgentContext): Promise<void> {
  const headers = { authorization: `Bearer ${company.apiKey}` }
  const payload = { name: "Uptown", timezone: "America/New_York" }
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: "/api/v1/locations",
    headers,
    payload,
  })
  if (statusCode !== 201) throw new Error(body)
}

async function longestSearch(bench: AgentContext): Promise<Figure> {
  const call = await beginConversation(bench)
  const { typeId, providerIds } = bench.company
  const oneDay = { start_date: "2027-03-02", end_date: "2027-03-03" }
  const questions = [
    searchedDates,
    { ...searchedDates, time_of_day: "afternoon" },
    { ...searchedDates, around: "15:00" },
    {},
    oneDay,
    { ...oneDay, provider_id: providerIds[0] },
  ]
  const sizes: number[] = []
  for (const question of questions) {
    const before = call.bytes()
    await call.tool("POST", "/slots", { appointment_type_id: typeId, ...question })
    sizes.push(call.bytes() - before)
  }
  const against = `${sizes.length} searches, the shortest ${inKilobytes(Math.min(...sizes)).toFixed(2)}`
  return atMost(slotsFigure, inKilobytes(Math.max(...sizes)), "KB", 8, against)
}

async function wholeConversation(bench: AgentContext): Promise<Figure[]> {
  const call = await beginConversation(bench)
  const { typeId } = bench.company
  await call.tool("GET", "/appointment-types")
  const found = await call.tool("POST", "/slots", { appointment_type_id: typeId, ...searchedDates })
  const { provider_id, location_id, start_time } = found.recommended[0]
  const wish = { appointment_type_id: typeId, provider_id, location_id, start_time }
  const { id } = await call.tool("POST", "/appointments", wish)
  await call.tool("GET", "/appointments")
  const other = await call.tool("POST", "/slots", { appointment_id: id, ...searchedDates })
  await call.tool("PUT", `/appointments/${id}`, { start_time: other.recommended[1].start_time })
  const tokens = await countTokens(call.bodies)
  return [
    atMost(conversationFigure, inKilobytes(call.bytes()), "KB", 20, "7 answers"),
    atMost(tokensFigure, tokens, "tokens", 4_500, "7 answers, o200k"),
  ]
}

const inKilobytes = (bytes: number): number => bytes / 1024

/** One caller's conversation, which counts the bytes of what it is answered. */
async function beginConversation({ app, company, callers, line }: AgentContext) {
  let bytes = 0
  const bodies: string[] = []
  const ask = async (method: "GET" | "POST" | "PUT", path: string, fields: object) => {
    const isRead = method === "GET"
    const query = new URLSearchParams(fields as Record<string, string>)
    const answer = await app.inject({
      method,
      url: `/api/v1/agent${path}${isRead ? `?${query}` : ""}`,
      headers: { authorization: `Bearer ${company.apiKey}` },
      ...(isRead ? {} : { payload: fields }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    bytes += answer.rawPayload.byteLength
    bodies.push(answer.body)
    return answer.json()
  }
  const init = { caller_id: callers[0], called_number: line, call_sid: "CA1" }
  const { session_id } = (await ask("POST", "/conversation-init", init)).dynamic_variables
  return {
    bytes: () => bytes,
    bodies,
    tool: async (method: "GET" | "POST" | "PUT", path: string, fields: object = {}) =>
      (await ask(method, path, { session_id, ...fields })).data,
  }
}
