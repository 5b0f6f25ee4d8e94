/**
 * `PUT {book_url}/files/<one-time token>`: the bytes of a photo or a document that answers a question. They go to disk as they
 * arrive, so that thirty at once take no memory. The token is all that it asks for, from whichever site: the console sends from
 * another origin.
 */
import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { type Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { fileLimits } from "../../../domain/model/uploaded-file.ts"
import type { AppContext } from "../../context.ts"
import { visitorsOf } from "../../operations/budget/families.ts"
import { keepUpload, type OpenedUpload, openUpload } from "../../operations/files/keep-upload.ts"
import { filesOf } from "../../operations/files/uploads.ts"
import { limitLinkViews } from "../../operations/rate-limits.ts"
import { chargeTo } from "../budgets.ts"

/** Whatever they are sent by, so many arrive at once in this process. */
const mostAtOnce = 40

type Route = { Params: { token: string }; Body: Readable | undefined }

export function mountUploads(app: FastifyInstance, host: AppContext): void {
  // In a scope of its own, so that no other route takes such bodies.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body))
    const opened = new WeakMap<FastifyRequest, OpenedUpload>()
    let arriving = 0
    scope.addHook("onRequest", async ({ method }, reply) => {
      reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin")
      if (method !== "OPTIONS") return
      return reply
        .headers({
          "access-control-allow-methods": "PUT",
          "access-control-allow-headers": "content-type",
          "access-control-max-age": "600",
        })
        .code(204)
        .send()
    })
    scope.options<Route>("/files/:token", async (_request, reply) => reply.code(204).send())
    scope.put<Route>(
      "/files/:token",
      {
        bodyLimit: fileLimits.bytes,
        onRequest: async (request, reply) => {
          await limitLinkViews(host, request.ip)
          const upload = await openUpload(host, request.params.token)
          await chargeTo(host, await visitorsOf(host, upload.companyId), request, reply)
          refuseLong(request, reply)
          opened.set(request, upload)
        },
      },
      async (request, reply) => {
        if (arriving >= mostAtOnce) throw new Refusal("busy", { retryAfterSeconds: 5 })
        const path = join(filesOf(host).arrivals, randomUUID())
        arriving += 1
        try {
          await arrive(request, path).catch((error) => {
            // The rest of the body is read no more, so the connection is good for nothing else.
            reply.header("connection", "close")
            throw error
          })
          const data = await keepUpload(opened.get(request)!, path)
          return reply.code(201).send({ success: true, data })
        } finally {
          arriving -= 1
          await rm(path, { force: true })
        }
      },
    )
  })
}

const tooLarge = () =>
  new Refusal("body_too_large", {
    message: "A file has at most 10 MB.",
    details: { max_bytes: fileLimits.bytes },
  })

function refuseLong({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers["content-length"] ?? 0) <= fileLimits.bytes) return
  reply.header("connection", "close")
  throw tooLarge()
}

async function arrive({ body }: FastifyRequest<Route>, path: string): Promise<void> {
  if (!body) throw new Refusal("file_refused")
  let bytes = 0
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      done(bytes > fileLimits.bytes ? tooLarge() : null, part)
    },
  })
  try {
    await pipeline(body, counted, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal("request_timeout", { message: "The file did not arrive whole." })
  }
}
