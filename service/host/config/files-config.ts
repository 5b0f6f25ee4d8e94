import { join, resolve } from "node:path"
import type { Config } from "./config-shape.ts"
import type { SettingsReader } from "./settings-reader.ts"

const FILE_STORES = ["disk", "s3", "none"] as const

const mebibyte = 1_048_576

type Urls = Pick<Config, "api" | "book">
type FilesConfig = NonNullable<Config["files"]>

/** Null on a host that keeps no files. In production an origin of their own has to be named for them. */
export function readFiles(
  reader: SettingsReader,
  isProduction: boolean,
  dataDir: string,
  urls: Urls,
): Config["files"] {
  const url = reader.origin("FILES_URL")
  const kind = reader.choice("FILES", FILE_STORES, isProduction && url === null ? "none" : "disk")
  // Beside others on a developer's machine any port will do, since none is typed by hand.
  const port = reader.integer("FILES_PORT", { from: 0, to: 65_535 }, isProduction ? 3_003 : 0)
  const quotaBytes = reader.integer("FILES_QUOTA_MB", { from: 1, to: 10_000_000 }, 1_000) * mebibyte
  if (kind === "none") return null
  refuseSharedOrigin(reader, url, isProduction, urls)
  const directory = resolve(reader.text("FILES_DIR") ?? join(dataDir, "files"))
  const store = kind === "disk" ? { kind, directory } : readS3(reader)
  return store && { store, host: reader.text("HOST") ?? "127.0.0.1", port, url, quotaBytes }
}

function refuseSharedOrigin(
  reader: SettingsReader,
  url: string | null,
  isProduction: boolean,
  { api, book }: Urls,
): void {
  const example = "another origin than BASE_URL and BOOK_URL, such as https://files.example.com"
  if (isProduction && !reader.text("FILES_URL")) reader.refuse("FILES_URL", "is missing", example)
  if (url !== null && (url === api.baseUrl || url === book.baseUrl))
    reader.refuse("FILES_URL", "is the origin of other pages too", example)
}

function readS3(reader: SettingsReader): FilesConfig["store"] | null {
  const needed = (setting: "FILES_STORE_URL" | "FILES_BUCKET" | "FILES_KEY_ID" | "FILES_KEY") => {
    if (!reader.text(setting)) reader.refuse(setting, "is missing", "a value, since FILES is s3")
    return reader.text(setting)
  }
  const url = needed("FILES_STORE_URL") && reader.origin("FILES_STORE_URL")
  const bucket = needed("FILES_BUCKET")
  const accessKeyId = needed("FILES_KEY_ID")
  const secretAccessKey = needed("FILES_KEY")
  const region = reader.text("FILES_REGION") ?? "us-east-1"
  if (!url || !bucket || !accessKeyId || !secretAccessKey) return null
  return { kind: "s3", url, bucket, region, accessKeyId, secretAccessKey }
}
