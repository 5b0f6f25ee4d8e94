// One call over Twilio's ConversationRelay, which hears and speaks: it sends what the caller says as text, and says what it is sent.
// https://www.twilio.com/docs/voice/conversationrelay/websocket-messages

const sorry = "I'm sorry, something went wrong on our side. Please call again in a moment."
/** A model that goes on calling tools without a word would leave the caller in silence. */
const mostRounds = 8

/**
 * `send` takes a message for Twilio, `agent` begins conversations and `reply` asks the model. Returns what to do with each
 * message of Twilio's, and what to do when the line is gone.
 */
export function takeCall({ send, agent, reply, log = console.error }) {
  const messages = []
  let conversation = null
  let heard = ""
  let isGone = false
  let speaking = new AbortController()
  /** Turns run one after the other, so that a tool's answer stands before what the caller says next. */
  let turns = Promise.resolve()

  const say = (token, last = false) => send({ type: "text", token, last })
  const end = (handoff) => send({ type: "end", ...(handoff ? { handoffData: JSON.stringify(handoff) } : {}) })

  const inTurn = (work) => {
    turns = turns.then(work).catch((error) => {
      log(error.message)
      if (isGone) return
      say(sorry, true)
      end()
    })
    return turns
  }

  async function begin(setup) {
    conversation = await agent.begin(setup)
    messages.push({ role: "system", content: conversation.prompt })
    messages.push({ role: "assistant", content: conversation.greeting })
    if (!isGone) say(conversation.greeting, true)
  }

  async function answer(signal) {
    for (let round = 0; round < mostRounds && !isGone && !signal.aborted; round += 1) {
      const calls = await speak(signal)
      if (calls.length === 0) return
      for (const call of calls) {
        // The caller may speak or hang up meanwhile. What is asked is done, and the model learns of it.
        const content = JSON.stringify(await use(call))
        messages.push({ role: "tool", tool_call_id: call.id, content })
      }
    }
  }

  /** Says what the model says, as far as the caller listens; returns the tools that it wants. */
  async function speak(signal) {
    const said = { role: "assistant", content: "" }
    messages.push(said)
    let calls = []
    try {
      for await (const part of reply({
        messages: messages.slice(0, -1),
        tools: conversation.tools,
        signal,
      })) {
        if (signal.aborted) break
        if (part.calls) calls = part.calls
        else if (part.text) {
          said.content += part.text
          say(part.text)
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    if (signal.aborted) {
      // A model is asked with no empty words of its own.
      if (said.content === "") messages.splice(messages.indexOf(said), 1)
      return []
    }
    if (calls.length > 0) said.tool_calls = calls
    else say("", true)
    return calls
  }

  async function use({ function: { name, arguments: written } }) {
    if (name === "end_call" || name === "transfer_to_number") {
      end(name === "end_call" ? null : { transfer: agent.transferPhone })
      isGone = true
      return {}
    }
    return conversation.call(name, JSON.parse(written || "{}"))
  }

  function listen(words) {
    speaking.abort()
    speaking = new AbortController()
    const { signal } = speaking
    return inTurn(() => {
      messages.push({ role: "user", content: words })
      return answer(signal)
    })
  }

  return {
    messages,
    /** Resolves when what the message asks for is done. */
    receive(message) {
      switch (message.type) {
        case "setup":
          return inTurn(() => begin(message))
        case "prompt": {
          heard = [heard, message.voicePrompt].filter(Boolean).join(" ")
          if (!message.last) return turns
          const words = heard
          heard = ""
          return listen(words)
        }
        case "dtmf":
          return listen(`(pressed ${message.digit})`)
        case "interrupt": {
          speaking.abort()
          // The model is to know how much of its words was heard.
          const last = messages.findLast(({ role, content }) => role === "assistant" && content !== "")
          if (last && messages.indexOf(last) > 0) last.content = message.utteranceUntilInterrupt
          return turns
        }
        case "error":
          log(message.description)
          return turns
        default:
          return turns
      }
    },
    /** The caller has hung up: nothing more is said, and what a tool is doing is done. */
    close() {
      isGone = true
      speaking.abort()
      return turns
    },
  }
}
