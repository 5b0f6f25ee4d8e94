/** Files in a bucket of an S3-compatible store, by three of its requests, each signed by AWS Signature Version 4. */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { Readable } from "node:stream"
import { AwsV4Signer } from "aws4fetch"
import { fileLimits } from "../../../../domain/model/uploaded-file.ts"
import { type FileStore, FileStoreUnavailable } from "../../../platform/ports/files.ts"
import { askHostForBytes, type BytesAnswer } from "../outbound/operators-hosts.ts"

export interface S3Options {
  /** The address of the store, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  url: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** For one request with all its bytes. */
const timeoutMs = 60_000
/** A store's description of a failure is longer than an empty file. */
const mostBytes = fileLimits.bytes + 100_000

export function createS3Store({ url, bucket, ...keys }: S3Options): FileStore {
  async function ask(
    method: "PUT" | "GET" | "DELETE",
    key: string,
    body: Buffer = Buffer.alloc(0),
    headers: Record<string, string> = {},
  ): Promise<BytesAnswer> {
    const hashed = { ...headers, "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") }
    const address = `${url}/${bucket}/${key}`
    const signer = new AwsV4Signer({ ...keys, url: address, method, headers: hashed, service: "s3" })
    const signed = Object.fromEntries((await signer.sign()).headers)
    const sent = method === "PUT" ? { body } : {}
    const question = { method, url: address, headers: signed, timeoutMs, ...sent }
    return askHostForBytes(question, mostBytes).catch((error: Error) => {
      throw new FileStoreUnavailable(error.name)
    })
  }

  const refuse = ({ status }: BytesAnswer): never => {
    throw new FileStoreUnavailable(`status ${status}`)
  }

  return {
    async put(key, path, mediaType) {
      const answer = await ask("PUT", key, await readFile(path), { "content-type": mediaType })
      if (answer.status !== 200) refuse(answer)
    },
    async read(key) {
      const answer = await ask("GET", key)
      if (answer.status === 404) return null
      if (answer.status !== 200) return refuse(answer)
      return { bytes: answer.body.length, content: Readable.from([answer.body]) }
    },
    async remove(key) {
      const answer = await ask("DELETE", key)
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) refuse(answer)
    },
  }
}
