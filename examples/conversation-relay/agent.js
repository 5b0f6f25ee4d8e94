// The scheduling service as a call sees it: how its conversation begins, and the tools that its model may call.

/** `apiKey` is of the role `agent`. */
export function openAgent({ baseUrl, apiKey, companyName, transferPhone = null }) {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" }
  const documentAt = async (path) => (await fetch(`${baseUrl}${path}`)).json()

  /** The prompt of the phone agent, with the variables of this conversation in it. */
  async function promptOf(variables) {
    const query = new URLSearchParams({
      company: companyName,
      secret_id: "none",
      language: variables.language,
    })
    if (transferPhone) query.set("transfer_phone", transferPhone)
    const { files } = await documentAt(`/agent-platform.json?${query}`)
    const { text } = files.find(({ path }) => path === "prompts/voice.md")
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(variables[name] ?? ""))
  }

  /** The tools in the form of chat completions. The session goes along in a header, so that no model writes it. */
  async function toolsOf() {
    const { tools } = await documentAt("/agent-tools.json")
    const described = tools.map(({ name, description, input_schema }) => {
      const { session_id: _session, ...properties } = input_schema.properties
      const required = input_schema.required.filter((each) => each !== "session_id")
      return {
        type: "function",
        function: { name, description, parameters: { type: "object", properties, required } },
      }
    })
    return [...described, ...ownTools.filter((tool) => transferPhone || tool !== transferTool)]
  }

  return {
    transferPhone,
    /** Throws with a sentence for the log where the number called is none of the company's. */
    async begin({ from, to, callSid, customParameters = {} }) {
      const { language } = customParameters
      const answer = await fetch(`${baseUrl}/api/v1/agent/conversation-init`, {
        method: "POST",
        headers,
        body: JSON.stringify({ caller_id: from, called_number: to, call_sid: callSid, language }),
      })
      const body = await answer.json()
      if (!answer.ok) throw new Error(body.error.message)
      const { dynamic_variables: variables } = body
      const [prompt, tools] = await Promise.all([promptOf(variables), toolsOf()])
      return {
        greeting: variables.greeting,
        prompt,
        tools,
        /** Answers the tool's data, or a refusal with its sentence. Each call is safe to send again. */
        async call(name, inputs) {
          const asked = await fetch(`${baseUrl}/api/v1/agent/tools?tool=${name}`, {
            method: "POST",
            headers: { ...headers, "appointed-session": variables.session_id },
            body: JSON.stringify(inputs),
          })
          return asked.json()
        },
      }
    },
  }
}

const noInputs = { type: "object", properties: {} }
const endTool = {
  type: "function",
  function: {
    name: "end_call",
    description: "Ends the call, once you have said goodbye and the caller wants nothing more.",
    parameters: noInputs,
  },
}
const transferTool = {
  type: "function",
  function: {
    name: "transfer_to_number",
    description: "Puts the caller through to the office, once they have said yes to it.",
    parameters: noInputs,
  },
}
const ownTools = [endTool, transferTool]
