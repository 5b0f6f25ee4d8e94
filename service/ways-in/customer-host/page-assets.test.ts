import { describe, expect, it } from "vitest"
import { pageAssets } from "./pages.ts"

describe("what a page loads", () => {
  const manifest = {
    "pages/customer/booking-link/main.tsx": {
      file: "assets/booking-link-1.js",
      css: ["assets/booking-link-1.css"],
      imports: ["_shared.js"],
    },
    "_shared.js": { file: "assets/shared-1.js" },
    "pages/shared/messages/fr.json": { file: "assets/fr-1.js", imports: ["_shared.js"] },
    "pages/customer/booking-link/messages/fr.json": { file: "assets/fr-2.js" },
    "pages/shared/framed.ts": { file: "assets/framed-1.js" },
  }

  const textOf = (file: string) => `the text of ${file}`

  it("is its script, its styles and one language", () => {
    expect(pageAssets(manifest, "pages/customer/booking-link/main.tsx", "fr", textOf)).toEqual({
      script: "/assets/booking-link-1.js",
      styles: "the text of assets/booking-link-1.css",
      preload: ["/assets/shared-1.js", "/assets/fr-1.js", "/assets/fr-2.js"],
      framed: "the text of assets/framed-1.js",
    })
  })

  it("is refused when the build lacks it", () => {
    expect(() => pageAssets(manifest, "pages/customer/booking-link/main.tsx", "en", textOf)).toThrow(
      "pages/shared/messages/en.json",
    )
  })

  it("is both the shared words and its own", () => {
    const manifest = {
      "pages/customer/public-page/main.tsx": {
        file: "assets/public-page-1.js",
        css: ["assets/public-page-1.css"],
      },
      "pages/shared/messages/es.json": { file: "assets/es-1.js" },
      "pages/customer/public-page/messages/es.json": { file: "assets/es-2.js", imports: ["_wait.js"] },
      "_wait.js": { file: "assets/wait-1.js" },
      "pages/shared/framed.ts": { file: "assets/framed-1.js" },
    }
    expect(pageAssets(manifest, "pages/customer/public-page/main.tsx", "es", () => "").preload).toEqual([
      "/assets/es-1.js",
      "/assets/wait-1.js",
      "/assets/es-2.js",
    ])
  })

  it("is the words of later steps too where the first screen says them", () => {
    const manifest = {
      "pages/customer/waiting-link/main.tsx": { file: "assets/waiting-link-1.js" },
      "pages/shared/messages/en.json": { file: "assets/en-1.js" },
      "pages/customer/waiting-link/messages/en.json": { file: "assets/en-2.js" },
      "pages/shared/later/messages/en.json": { file: "assets/en-3.js" },
      "pages/shared/framed.ts": { file: "assets/framed-1.js" },
    }
    expect(pageAssets(manifest, "pages/customer/waiting-link/main.tsx", "en", () => "").preload).toEqual([
      "/assets/en-1.js",
      "/assets/en-2.js",
      "/assets/en-3.js",
    ])
  })
})
