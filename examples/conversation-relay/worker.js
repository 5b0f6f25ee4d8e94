// Answers calls of a Twilio number: /voice tells Twilio to connect to /relay, where the caller's words arrive as text.
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { WebSocketServer } from "ws"
import { openAgent } from "./agent.js"
import { takeCall } from "./call.js"
import { replyOf } from "./model.js"

/** `publicUrl` is where Twilio reaches this program, as `https://voice.example.com`. `language` is the caller's, as `es-US`. */
export function createWorker({ publicUrl, authToken, agent, reply, language = "en-US" }) {
  const host = new URL(publicUrl).host
  const relay = new WebSocketServer({ noServer: true, maxPayload: 65_536 })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, publicUrl)
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    if (!isTwilios(request, `${publicUrl}${request.url}`, fields)) return response.writeHead(403).end()
    const inside = pathname === "/voice" ? connecting() : pathname === "/after" ? handedOff(fields) : null
    if (inside === null) return response.writeHead(404).end()
    response.writeHead(200, { "content-type": "text/xml" }).end(`<Response>${inside}</Response>`)
  })

  const connecting = () =>
    `<Connect action="${publicUrl}/after"><ConversationRelay url="wss://${host}/relay" dtmfDetection="true" language="${language}">` +
    `<Parameter name="language" value="${language}"/></ConversationRelay></Connect>`

  /** The call goes on at the office where the agent has put it through; else it is over. */
  function handedOff({ HandoffData: written }) {
    const { transfer } = JSON.parse(written || "{}")
    return transfer ? `<Dial>${transfer}</Dial>` : "<Hangup/>"
  }

  /** Twilio signs the address, and the fields of a form in the order of their names. */
  function isTwilios({ headers }, url, fields) {
    const signed = Object.keys(fields)
      .sort()
      .reduce((all, name) => all + name + fields[name], url)
    const expected = Buffer.from(createHmac("sha1", authToken).update(signed).digest("base64"))
    const given = Buffer.from(String(headers["x-twilio-signature"] ?? ""))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  server.on("upgrade", (request, socket, head) => {
    if (request.url !== "/relay" || !isTwilios(request, `wss://${host}/relay`, {})) return socket.destroy()
    relay.handleUpgrade(request, socket, head, (line) => {
      const call = takeCall({ send: (message) => line.send(JSON.stringify(message)), agent, reply })
      line.on("message", (sent) => void call.receive(JSON.parse(String(sent))))
      line.on("close", () => call.close())
      line.on("error", () => line.close())
    })
  })
  return server
}

if (process.argv[1] === import.meta.filename) {
  const {
    APPOINTED_URL: baseUrl = "http://127.0.0.1:3000",
    APPOINTED_KEY: apiKey,
    COMPANY_NAME: companyName,
    TRANSFER_PHONE: transferPhone = null,
    LANGUAGE: language,
    PUBLIC_URL: publicUrl,
    TWILIO_AUTH_TOKEN: authToken,
    MODEL_URL: url = "https://api.openai.com/v1",
    MODEL_KEY: key,
    MODEL: model = "gpt-5.4-mini",
    PORT: port = "8000",
  } = process.env
  const agent = openAgent({ baseUrl, apiKey, companyName, transferPhone })
  const reply = (asked) => replyOf({ url, key, model }, asked)
  createWorker({ publicUrl, authToken, agent, reply, language }).listen(Number(port), () =>
    console.log(`Listening on port ${port}`),
  )
}
