/** The pictures of the gallery, and the page in which a person leafs through them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"

export interface GalleryBook {
  /** `screen` and `state` name the picture. */
  take(page: Page, screen: string, state: string): Promise<void>
  /** Writes `index.html`. */
  close(): void
}

interface Picture {
  screen: string
  state: string
  file: string
}

/** How much of the page a reader has to scroll to. */
const below = `Math.max(...[...document.querySelectorAll("html, main")].map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))`
/** A picture shows a screen to its end, but no endless list. */
const tallest = 4000

/**
 * Pictures outside the run's choice are not taken. Each test file has a part of the book, and the last to end binds all of
 * them; pictures that an earlier run took of other screens and states stays in it.
 */
export function galleryBook(folder: string | undefined, part: string): GalleryBook {
  const taken: Picture[] = []
  return {
    async take(page, screen, state) {
      if (folder === undefined) return
      const file = `${`${part} ${screen} ${state}`.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "")}.png`
      mkdirSync(folder, { recursive: true })
      const shown = page.viewportSize()!
      const height = Math.min(shown.height + (await page.evaluate<number>(below)), tallest)
      if (height > shown.height) await page.setViewportSize({ ...shown, height })
      await page.screenshot({ path: join(folder, file) })
      if (height > shown.height) await page.setViewportSize(shown)
      taken.push({ screen, state, file })
    },
    close() {
      if (folder === undefined || taken.length === 0) return
      const page = join(folder, `${part}.json`)
      const before: Picture[] = existsSync(page) ? JSON.parse(readFileSync(page, "utf8")) : []
      const kept = before.filter(({ file }) => !taken.some((each) => each.file === file))
      writeFileSync(page, JSON.stringify([...kept, ...taken]))
      const parts = readdirSync(folder).filter((name) => name.endsWith(".json"))
      const all = parts
        .sort()
        .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Picture[])
      writeFileSync(join(folder, "index.html"), pageOf(all))
    },
  }
}

const pageOf = (pictures: readonly Picture[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>
body { margin: 0; font: 15px system-ui; background: #ddd }
header { position: sticky; top: 0; padding: 8px 16px; background: #fff }
img { display: block; max-width: 100%; margin: 16px auto; box-shadow: 0 1px 8px #0006 }
</style>
<header>
<button id="back">← Back</button> <button id="on">On →</button>
<select id="choice" aria-label="Picture"></select> <span id="place"></span>
</header>
<img id="picture" alt="">
<script>
const pictures = ${JSON.stringify(pictures).replaceAll("<", "\\u003c")}
const choice = document.getElementById("choice")
for (const [at, { screen, state }] of pictures.entries()) choice.add(new Option(screen + " · " + state, at))
let at = Math.max(0, Number(location.hash.slice(1)))
function show(next) {
  at = (next + pictures.length) % pictures.length
  const picture = document.getElementById("picture")
  picture.src = pictures[at].file
  picture.alt = pictures[at].screen + " · " + pictures[at].state
  choice.value = at
  document.getElementById("place").textContent = at + 1 + " / " + pictures.length
  history.replaceState(null, "", "#" + at)
}
document.getElementById("back").onclick = () => show(at - 1)
document.getElementById("on").onclick = () => show(at + 1)
choice.onchange = () => show(Number(choice.value))
addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft") show(at - 1)
  if (key === "ArrowRight") show(at + 1)
})
show(at)
</script>
</html>
`
