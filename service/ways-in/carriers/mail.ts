/**
 * The mails to `MAIL_FROM` that the host's mail server passes on: the whole mail as the body, with the secret as a bearer
 * token. Reports on mails of ours and customers' answers are taken; all other mails are dropped.
 */
import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { receivedMailLimits } from "../../../domain/model/received-mail.ts"
import { takeMail } from "../../messages/take-mail.ts"
import type { AppContext } from "../../platform/context.ts"
import { forgiveRequest } from "../http/budgets.ts"

export function mountInboundMail(app: FastifyInstance, context: AppContext, secret: string): void {
  const expected = digestOf(secret)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: receivedMailLimits.bytes },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    scope.addHook("onRequest", async (request) => {
      const given = /^Bearer (\S{1,500})$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
      if (!timingSafeEqual(digestOf(given), expected))
        throw new Refusal("forbidden", { message: "The secret is missing or wrong." })
      forgiveRequest(request)
    })
    scope.post("/carriers/mail", { config: { waitsInLine: true } }, async (request, reply) => {
      if (Buffer.isBuffer(request.body)) await takeMail(context, request.body, request.id)
      return reply.code(204).send()
    })
  })
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()
