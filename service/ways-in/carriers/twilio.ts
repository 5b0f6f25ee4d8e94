/** Twilio's posts: later reports on texts, and people's replies. Posts without its signature are refused. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { takeReply } from "../../messages/take-reply.ts"
import { takeReport } from "../../messages/take-report.ts"
import type { AppContext } from "../../platform/context.ts"
import type { CarrierPosts } from "../../platform/ports/texts.ts"
import { forgiveRequest } from "../http/budgets.ts"

const bodyLimitBytes = 65_536
const noAnswer = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

export function mountTwilio(app: FastifyInstance, context: AppContext, twilio: CarrierPosts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: bodyLimitBytes },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    scope.post<{ Params: { companyId: string; textId: string } }>(
      "/twilio/reports/:companyId/:textId",
      async (request, reply) => {
        const form = genuine(twilio, request)
        const report = {
          textId: idOf(request.params.textId),
          carrierId: form.get("MessageSid") ?? form.get("SmsSid") ?? "",
          reported: twilio.readReport(form.get("MessageStatus") ?? "", form.get("ErrorCode")),
        }
        const isKnown = await takeReport(context, idOf(request.params.companyId), report)
        if (!isKnown) throw new Refusal("not_found")
        return reply.code(204).send()
      },
    )
    scope.post("/twilio/replies", async (request, reply) => {
      const form = genuine(twilio, request)
      const answer = await takeReply(context, {
        from: form.get("From") ?? "",
        to: form.get("To") ?? "",
        body: form.get("Body") ?? "",
        isAnswered: form.has("OptOutType"),
        requestId: request.id,
      })
      return reply.type("text/xml; charset=utf-8").send(answer === null ? noAnswer : messageOf(answer))
    })
  })
}

/** The posted form; throws `forbidden` unless Twilio signed it. */
function genuine(twilio: CarrierPosts, request: FastifyRequest): URLSearchParams {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const base = twilio.baseUrl ?? `${request.protocol}://${request.host}`
  const signature = request.headers["x-twilio-signature"]
  const text = Array.isArray(signature) ? signature[0] : signature
  if (twilio.isGenuine(text, base + request.url, form)) {
    forgiveRequest(request)
    return form
  }
  throw new Refusal("forbidden", { message: "The signature is missing or does not fit." })
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Refusal("not_found")
  return Number(text)
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

function messageOf(text: string): string {
  const escaped = text.replace(/[&<>]/g, (char) => escapes[char]!)
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escaped}</Message></Response>`
}
