import { describe, expect, it } from "vitest"
import { obstacleTo, policiesOf } from "../../../../domain/rules/embedding/content-policy.ts"

const book = "https://book.example.com"
const by = new URL("https://www.shop.example/book")

interface Tried {
  nonce?: string | null
  meta?: string
}

const script = (header: string, { nonce = null, meta }: Tried = {}) =>
  obstacleTo({ kind: "script", url: new URL(`${book}/embed.js`), by, nonce }, [
    ...policiesOf(header, "header"),
    ...(meta === undefined ? [] : policiesOf(meta, "meta")),
  ])
const frame = (header: string) =>
  obstacleTo({ kind: "frame", url: new URL(`${book}/cedar`), by, nonce: null }, policiesOf(header, "header"))

describe("a website's Content-Security-Policy", () => {
  it.each([
    "",
    "img-src 'self'",
    "script-src *",
    "script-src https:",
    "script-src http:",
    `script-src 'self' ${book}`,
    "script-src book.example.com",
    "script-src BOOK.example.com:443",
    "script-src http://book.example.com:80",
    "script-src *.example.com",
    "script-src https://*:*",
    `script-src ${book}/`,
    `script-src ${book}/embed.js`,
    `default-src 'none'; script-src ${book}`,
    `default-src ${book}`,
    `script-src 'none'; script-src-elem ${book}`,
    `script-src ${book}; script-src 'none'`,
    `SCRIPT-SRC\t${book}`,
    `script-src 'nonce-abc' ${book}`,
  ])("CN-12 lets the script through by %j", (policy) => {
    expect(script(policy)).toBeNull()
  })

  it.each([
    ["script-src 'none'", `script-src ${book}`],
    ["script-src", `script-src ${book}`],
    ["script-src 'self'", `script-src 'self' ${book}`],
    ["default-src 'self' data:", `script-src 'self' data: ${book}`],
    ["script-src wss:", `script-src wss: ${book}`],
    ["script-src *.book.example.com", `script-src *.book.example.com ${book}`],
    ["script-src example.com", `script-src example.com ${book}`],
    [`script-src ${book}:8443`, `script-src ${book}:8443 ${book}`],
    [`script-src ${book}/other.js`, `script-src ${book}/other.js ${book}`],
    ["script-src 'nonce-abc'", `script-src 'nonce-abc' ${book}`],
    ["script-src 'unsafe-inline'", `script-src 'unsafe-inline' ${book}`],
    [`script-src ${book}; script-src-elem 'self'`, `script-src-elem 'self' ${book}`],
  ])("CN-12 blocks the script by %j, and says what to write", (policy, suggestion) => {
    expect(script(policy)).toMatchObject({ reason: "not_in_policy", from: "header", suggestion })
  })

  it("CN-12 a nonce lets the script in when its tag has it; with strict-dynamic nothing else does", () => {
    expect(script("script-src 'nonce-abc'", { nonce: "abc" })).toBeNull()
    expect(script("script-src 'nonce-abc'", { nonce: "old" })).toMatchObject({ reason: "not_in_policy" })
    const strict = `script-src 'strict-dynamic' 'nonce-abc' https: ${book}`
    expect(script(strict, { nonce: "abc" })).toBeNull()
    expect(script(strict)).toEqual({
      reason: "nonce_needed",
      from: "header",
      directive: strict,
      suggestion: null,
    })
  })

  it("CN-12 each of several policies has to allow it, by header and by meta tag", () => {
    expect(script(`script-src ${book}, default-src 'self'`)).toMatchObject({
      directive: "default-src 'self'",
    })
    expect(script(`script-src ${book}`, { meta: "script-src 'self'" })).toMatchObject({ from: "meta" })
    expect(script("sandbox allow-forms")).toMatchObject({
      reason: "sandboxed",
      suggestion: "sandbox allow-forms allow-scripts",
    })
    expect(script("", { meta: "sandbox" })).toBeNull()
  })

  it("CN-12 frames fall back from frame-src to child-src to default-src", () => {
    expect(frame(`frame-src ${book}`)).toBeNull()
    expect(frame(`child-src ${book}; default-src 'none'`)).toBeNull()
    expect(frame(`frame-src 'self'; child-src ${book}`)).toMatchObject({
      suggestion: `frame-src 'self' ${book}`,
    })
    expect(frame("default-src 'self'")).toMatchObject({
      directive: "default-src 'self'",
      suggestion: `frame-src 'self' ${book}`,
    })
    expect(frame("script-src 'none'")).toBeNull()
  })

  it("CN-12 'self' is the website alone, and a source without a scheme has the website's", () => {
    const own = { kind: "script", url: new URL("/embed.js", by), by, nonce: null } as const
    expect(obstacleTo(own, policiesOf("script-src 'self'", "header"))).toBeNull()
    const plain = { ...own, url: new URL("http://book.example.com/embed.js") }
    expect(obstacleTo(plain, policiesOf("script-src book.example.com", "header"))).not.toBeNull()
  })
})
