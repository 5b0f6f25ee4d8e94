// Sends the exported tools and agents to ElevenLabs: ELEVENLABS_API_KEY=… node push.js FOLDER
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * `folder` is what `npm run cli -- agent export` wrote. Tools go first, since an agent names them by the ids that the
 * platform gives. Returns the ids of the agents.
 */
export async function pushAgents({ folder, apiKey, baseUrl = "https://api.elevenlabs.io" }) {
  const read = async (path) => JSON.parse(await readFile(join(folder, path), "utf8"))
  const create = async (path, body) => {
    const answer = await fetch(`${baseUrl}/v1/convai/${path}`, {
      method: "POST",
      headers: { "xi-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  const toolIds = new Map()
  for (const { config } of (await read("tools.json")).tools) {
    const tool_config = await read(config)
    toolIds.set(tool_config.name, (await create("tools", { tool_config })).id)
  }
  const agentIds = []
  for (const { config } of (await read("agents.json")).agents) {
    const agent = await read(config)
    const { prompt } = agent.conversation_config.agent
    prompt.tool_ids = [...toolIds.values()]
    agentIds.push((await create("agents/create", agent)).agent_id)
  }
  return agentIds
}

if (process.argv[1] === import.meta.filename) {
  console.log(await pushAgents({ folder: process.argv[2], apiKey: process.env.ELEVENLABS_API_KEY }))
}
