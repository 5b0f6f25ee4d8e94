/**
 * `PUT {book_url}/files/<one-time token>`: the bytes of a photo or a document that answers a question. They go to disk as they
 * arrive, so that thirty at once take no memory. The token is all that it asks for, from whichever site: the console sends from
 * another origin. An upload holds nothing of the company's visitors before it has arrived, and is charged then.
 */
import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { type Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { fileLimits, staffUploads } from "../../../domain/model/uploaded-file.ts"
import { keepUpload, type OpenedUpload, openUpload } from "../../files/keep-upload.ts"
import { filesOf } from "../../files/uploads.ts"
import { networkFamily } from "../../platform/budget/budget.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitLinkViews } from "../../platform/rate-limits.ts"
import { chargeArrived, leaveBudget } from "../http/budgets.ts"
import { Arrivals } from "./arrivals.ts"

type Route = { Params: { token: string }; Body: Readable | undefined }

export function mountUploads(app: FastifyInstance, host: AppContext): void {
  // In a scope of its own, so that no other route takes such bodies.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body))
    const opened = new WeakMap<FastifyRequest, OpenedUpload>()
    const arrivals = new Arrivals()
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
        config: { takesFile: true },
        onRequest: async (request, reply) => {
          await limitLinkViews(host, request.ip)
          opened.set(request, await openUpload(host, request.params.token))
          leaveBudget(request)
          refuseLong(request, reply)
        },
      },
      async (request, reply) => {
        const upload = opened.get(request)!
        const path = join(filesOf(host).arrivals, randomUUID())
        try {
          const bytes = await arriveInTurn(arrivals, upload, { request, reply, path })
          const families = [networkFamily(request.ip), await visitorsOf(host, upload.companyId)]
          const data = await chargeArrived(host, families, { request, reply, bytes }, () =>
            keepUpload(upload, path),
          )
          return reply.code(201).send({ success: true, data })
        } finally {
          await rm(path, { force: true })
        }
      },
    )
  })
}

/** Returns how many bytes there are. */
async function arriveInTurn(
  arrivals: Arrivals,
  { companyId, uploader }: OpenedUpload,
  { request, reply, path }: { request: FastifyRequest<Route>; reply: FastifyReply; path: string },
): Promise<number> {
  const gone = new AbortController()
  const onClose = () => gone.abort()
  reply.raw.once("close", onClose)
  try {
    const leave = await arrivals.enter(
      { companyId, uploader, isStaff: uploader === staffUploads },
      gone.signal,
    )
    return await arrive(request, path).finally(leave)
  } catch (error) {
    // The rest of the body is read no more, so the connection is good for nothing else.
    reply.header("connection", "close")
    throw error
  } finally {
    reply.raw.off("close", onClose)
  }
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

async function arrive({ body }: FastifyRequest<Route>, path: string): Promise<number> {
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
    return bytes
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal("request_timeout", { message: "The file did not arrive whole." })
  }
}
