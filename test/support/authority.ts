/** A certificate authority that lives as long as its test: receivers over real TLS, trusted by no other program. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Certificate {
  key: string
  cert: string
}

export interface Authority {
  /** The authority's own certificate, in PEM. */
  ca: string
  /** A certificate for names and addresses: `DNS:hooks.example.com`, `IP:127.0.0.1`. */
  issue(...alternativeNames: string[]): Certificate
}

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "appointed-authority-"))
  const ca = selfSigned(folder)
  const rootKey = readFileSync(join(folder, "ca.key"), "utf8")
  rmSync(folder, { recursive: true })
  return { ca, issue: (...names) => issue(ca, rootKey, names) }
}

const ecKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

function selfSigned(folder: string): string {
  const [key, cert] = [join(folder, "ca.key"), join(folder, "ca.crt")]
  const subject = ["-subj", "/CN=Throw-away authority", "-days", "2"]
  openssl("req", "-x509", ...ecKey, "-keyout", key, "-out", cert, ...subject)
  return readFileSync(cert, "utf8")
}

function issue(ca: string, rootKey: string, names: readonly string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "appointed-certificate-"))
  const file = (name: string) => join(folder, name)
  try {
    writeFileSync(file("ca.crt"), ca)
    writeFileSync(file("ca.key"), rootKey)
    openssl(
      "req",
      "-x509",
      ...ecKey,
      "-CA",
      file("ca.crt"),
      "-CAkey",
      file("ca.key"),
      "-keyout",
      file("key"),
      "-out",
      file("crt"),
      "-subj",
      "/CN=receiver",
      "-days",
      "2",
      "-addext",
      `subjectAltName=${names.join(",")}`,
      "-addext",
      "basicConstraints=critical,CA:FALSE",
    )
    return { key: readFileSync(file("key"), "utf8"), cert: readFileSync(file("crt"), "utf8") }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: ["ignore", "ignore", "pipe"] })
}
