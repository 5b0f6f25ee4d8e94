import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { buildSdk, storyOutcome } from "../support/sdk-package.ts"
import { startService } from "../support/service.ts"
import { root } from "../support/source-files.ts"
import { launch } from "./browser.ts"

it("DX-01 does its work in Chromium", async () => {
  const [sdk, service, browser] = await Promise.all([buildSdk(), startService(), launch()])
  try {
    const page = await browser.newPage()
    // The package beside the API, as a page of the API's own origin would load it.
    await page.route("**/sdk/**", (route) => {
      const { pathname } = new URL(route.request().url())
      if (pathname === "/sdk/") return route.fulfill({ contentType: "text/html", body: "<title>SDK</title>" })
      const file =
        pathname === "/sdk/story.js" ? join(root, "test", pathname) : join(sdk.directory, pathname.slice(4))
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(file, "utf8") })
    })
    await page.goto(`${service.apiUrl}/sdk/`)
    const program = `(async () => {
      const { story } = await import("/sdk/story.js")
      return story(await import("/sdk/dist/index.js"), ${JSON.stringify({ baseUrl: service.apiUrl, apiKey: service.key })})
    })()`
    expect(await page.evaluate(program)).toEqual(storyOutcome)
  } finally {
    await browser.close()
    await service.stop()
    sdk.remove()
  }
})
