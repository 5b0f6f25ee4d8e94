/** The agent API, driven right and wrong with canaries in all that callers and models say. */
import { agentPrefix, agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { schemaOf } from "../fuzz/requests.ts"
import type { Sending } from "../fuzz/wire.ts"
import type { World } from "../fuzz/world.ts"
import { type Canaries, plantedValue } from "./planted.ts"

export function agentSendings(sessions: readonly string[], world: World, canaries: Canaries): Sending[] {
  const headers = {
    authorization: `Bearer ${world.service.key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  }
  const post = (path: string, body: string): Sending => ({
    method: "POST",
    path: agentPrefix + path,
    headers,
    body,
  })
  const begin = {
    caller_id: canaries.phone(),
    called_number: canaries.phone(),
    call_sid: canaries.plant("call"),
  }
  const session_id = canaries.plant("session")
  const overMcp = (name: string, fields: object) =>
    post(
      "/mcp",
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: fields } }),
    )
  return [
    post("/conversation-init", JSON.stringify(begin)),
    post("/conversation-init", `{"${canaries.plant("broken")}`),
    post("/mcp", `{"${canaries.plant("broken")}`),
    overMcp(canaries.plant("tool"), {}),
    ...agentTools.flatMap(({ method, path, tool }) => {
      const at = agentPrefix + path.replace(":appointment_id", "1")
      const input = plantedValue(schemaOf(tool.input), "", world, canaries) as object
      const wrong = { ...input, [canaries.plant("field")]: canaries.plant("value") }
      return [...sessions, session_id].flatMap((id) =>
        [input, wrong].flatMap((sent): Sending[] => {
          const fields = { ...sent, session_id: id }
          const mcp = overMcp(tool.name, fields)
          if (method !== "GET") return [mcp, { method, path: at, headers, body: JSON.stringify(fields) }]
          const query = new URLSearchParams(
            Object.entries(fields).map(([name, value]) => [name, String(value)]),
          )
          return [mcp, { method, path: `${at}?${query}`, headers }]
        }),
      )
    }),
  ]
}
