/** Files that are the same for every request: read once, compressed once for each encoding, and kept so. */
import { createHash } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { agreeOn, compressed, type Encoding } from "./compress.ts"

export interface KeptFile {
  contentType: string
  content: string | Buffer
}

interface Kept {
  contentType: string
  tag: string
  plain: Buffer
  /** Begun by the first request that takes an encoding, on other threads; those that come meanwhile wait for it too. */
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

/** Serves the file at `path`. Browsers ask each time whether it has changed, unless `cacheControl` says otherwise. */
export function serveKept(
  scope: FastifyInstance,
  path: string,
  make: () => KeptFile,
  cacheControl = "no-cache",
): void {
  let kept: Kept | null = null
  scope.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    kept ??= keep(make())
    reply.header("etag", kept.tag).header("cache-control", cacheControl).header("vary", "accept-encoding")
    if (isKnown(request, kept.tag)) return reply.code(304).send()
    reply.type(kept.contentType)
    const encoding = agreeOn(request, reply)
    if (encoding === null) return reply.send(kept.plain)
    kept.packed[encoding] ??= compressed(kept.plain, encoding)
    return reply.send(await kept.packed[encoding])
  })
}

/** The tag is weak: it stands for the content in every encoding. */
function keep({ contentType, content }: KeptFile): Kept {
  const plain = Buffer.from(content)
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 27)
  return { contentType, tag: `W/"${hash}"`, plain, packed: {} }
}

function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers["if-none-match"]?.split(",") ?? []
  return known.some((each) => each.trim().replace(/^W\//, "") === tag.slice(2))
}
