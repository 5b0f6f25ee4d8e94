// A worker of LiveKit Agents for the calls that LiveKit's SIP brings into a room.
import { cli, defineAgent, ServerOptions, tool, voice } from "@livekit/agents"
import { openAgent } from "../conversation-relay/agent.js"

const {
  APPOINTED_URL: baseUrl = "http://127.0.0.1:3000",
  APPOINTED_KEY: apiKey,
  COMPANY_NAME: companyName,
  STT: stt = "deepgram/nova-3",
  LLM: llm = "openai/gpt-5.4-mini",
  TTS: tts = "cartesia/sonic-3",
} = process.env

/** The voice agent of one conversation: its prompt, and the tools that its model may call. A refusal is an answer, with its sentence. */
export function agentOf(conversation, hangUp) {
  const tools = conversation.tools.map(({ function: { name, description, parameters } }) =>
    tool({
      name,
      description,
      parameters,
      execute: (inputs) => (name === "end_call" ? hangUp() : conversation.call(name, inputs)),
    }),
  )
  return new voice.Agent({ instructions: conversation.prompt, tools })
}

/** The number that calls and the number called are attributes of the caller that SIP has brought. */
export async function beginFor({ attributes }) {
  const agent = openAgent({ baseUrl, apiKey, companyName })
  return agent.begin({
    from: attributes["sip.phoneNumber"],
    to: attributes["sip.trunkPhoneNumber"],
    callSid: attributes["sip.callID"],
  })
}

export default defineAgent({
  async entry(job) {
    await job.connect()
    const conversation = await beginFor(await job.waitForParticipant())
    const session = new voice.AgentSession({ stt, llm, tts })
    const agent = agentOf(conversation, () => job.shutdown("the caller wants nothing more"))
    await session.start({ agent, room: job.room })
    session.say(conversation.greeting)
  },
})

if (process.argv[1] === import.meta.filename)
  cli.runApp(new ServerOptions({ agent: import.meta.filename, agentName: "scheduling" }))
