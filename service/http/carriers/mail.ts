/**
 * What the host's mail server passes on of mails to `MAIL_FROM`: the whole mail as the body, with the secret as a bearer token.
 * Reports on mails of ours are taken; of all other mails nothing is kept.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../context.ts"
import { takeMail } from "../../operations/texts/take-mail-report.ts"
import { forgiveRequest } from "../budgets.ts"

const bodyLimitBytes = 1_048_576

export function mountInboundMail(app: FastifyInstance, context: AppContext, secret: string): void {
  const expected = digestOf(secret)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Bytes of mails are in many character sets. What is looked for is ASCII.
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: bodyLimitBytes },
      async (_request: FastifyRequest, body: Buffer) => body.toString("latin1"),
    )
    scope.addHook("onRequest", async (request) => {
      const given = /^Bearer (\S{1,500})$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
      if (!timingSafeEqual(digestOf(given), expected))
        throw new Refusal("forbidden", { message: "The secret is missing or wrong." })
      forgiveRequest(request)
    })
    scope.post("/carriers/mail", async (request, reply) => {
      if (typeof request.body === "string") await takeMail(context, request.body)
      return reply.code(204).send()
    })
  })
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()
