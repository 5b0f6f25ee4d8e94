import { describe, expect, it } from "vitest"
import { embedOriginsProblem } from "../../../domain/rules/public-page/page-settings.ts"

describe("embedOriginsProblem", () => {
  it("EM-10 takes https origins, http for this machine, a port that is not the default, and none at all", () => {
    const fine = ["https://a.example", "https://a.example:8443", "http://localhost", "http://127.0.0.1:3000"]
    expect(embedOriginsProblem(fine)).toBeNull()
    expect(embedOriginsProblem([])).toBeNull()
    expect(embedOriginsProblem(["https://xn--bcher-kva.example"])).toBeNull()
  })

  it("EM-10 refuses everything that a browser would write otherwise, and names it", () => {
    const bad = [
      "https://bücher.example",
      "https://127.1",
      "https://a.example.",
      "https://a..example",
      "https://a.example:0443",
      "https://a.example:99999",
      "http://localhost:80",
      "https://[::1]",
      "https://a.example?x",
      "https://a.example#",
      "https://a_b.example",
      "javascript:alert(1)",
      "http://localhost.evil.example",
      " https://a.example",
      "https://a.example; script-src *",
      "null",
      "\u0000",
    ]
    for (const entry of bad) expect(embedOriginsProblem([entry]), entry).toContain(JSON.stringify(entry))
  })

  it("EM-10 takes at most ten, and none twice", () => {
    const many = Array.from({ length: 11 }, (_, n) => `https://s${n}.example`)
    expect(embedOriginsProblem(many.slice(0, 10))).toBeNull()
    expect(embedOriginsProblem(many)).toContain("at most 10")
    expect(embedOriginsProblem(["https://a.example", "https://a.example"])).toContain("listed twice")
  })
})
