// A model behind the form of OpenAI's chat completions, which most hosts of models speak.

/**
 * Yields what the model says as `{ text }`, word by word, and at the end the tools that it wants as `{ calls }`. `signal` stops it
 * when the caller speaks.
 */
export async function* replyOf({ url, key, model }, { messages, tools, signal }) {
  const answer = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages, tools, stream: true }),
    signal,
  })
  if (!answer.ok) throw new Error(`The model answered ${answer.status}.`)
  const calls = []
  for await (const data of eventsOf(answer.body)) {
    const { delta } = JSON.parse(data).choices[0] ?? {}
    if (delta?.content) yield { text: delta.content }
    for (const { index, id, function: part } of delta?.tool_calls ?? []) {
      calls[index] ??= { id, type: "function", function: { name: "", arguments: "" } }
      calls[index].function.name += part.name ?? ""
      calls[index].function.arguments += part.arguments ?? ""
    }
  }
  if (calls.length > 0) yield { calls }
}

/** The data of server-sent events, up to the one that says that there are no more. */
async function* eventsOf(body) {
  let rest = ""
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop()
    for (const line of lines) {
      if (!line.startsWith("data: ")) continue
      if (line.trim() === "data: [DONE]") return
      yield line.slice("data: ".length)
    }
  }
}
