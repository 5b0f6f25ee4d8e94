/**
 * A bucket on loopback that speaks S3's protocol as it is documented: PUT, GET and DELETE of an object, each with a Signature
 * Version 4 that is worked out here anew, over a body whose hash was announced.
 */
import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export const s3Keys = { accessKeyId: "AKIATEST", secretAccessKey: "secret/of+tests" }

export interface S3Server {
  url: string
  bucket: string
  objects: Map<string, { body: Buffer; type: string }>
  /** Set: every request is answered so. */
  failing: { status: number | null }
  stop(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map()
  const failing: S3Server["failing"] = { status: null }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<Error><Code>${code}</Code></Error>`)
    if (failing.status !== null) return refuse(failing.status, "SlowDown")
    const wrong = whyUnsigned(request, body)
    if (wrong) return refuse(403, wrong)
    const key = request.url!.replace(/^\/files\//, "")
    const found = objects.get(key)
    if (request.method === "PUT") {
      objects.set(key, { body, type: request.headers["content-type"] ?? "" })
      return response.writeHead(200).end()
    }
    if (request.method === "DELETE") {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (!found) return refuse(404, "NoSuchKey")
    return response
      .writeHead(200, { "content-type": found.type, "content-length": found.body.length })
      .end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bucket: "files",
    objects,
    failing,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** Null for a request that its holder of the secret has signed, whole and unchanged. */
function whyUnsigned({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, keyId, day, region, signed = "", signature] = form.exec(headers.authorization ?? "") ?? []
  if (keyId !== s3Keys.accessKeyId) return "InvalidAccessKeyId"
  const hash = String(headers["x-amz-content-sha256"])
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return "XAmzContentSHA256Mismatch"
  const names = signed.split(";")
  if (!names.includes("host") || !names.includes("x-amz-date")) return "AccessDenied"
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("")
  const canonical = [method, url, "", lines, signed, hash].join("\n")
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n")
  const key = [region!, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${s3Keys.secretAccessKey}`, day!))
  return hmac(key, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch"
}
