/**
 * Browsers at another pace. What a page does between a press and the next one must not depend on how long its frames and its
 * answers take: a slow machine takes longer than the one that a test was written on.
 */
import type { Browser } from "playwright-core"

/**
 * Frames and short waits come just before the visitor's next press, which is the worst moment for a page that moves the focus
 * or listens only then; without one, after 0.4 s. Tab and the arrows do not count: they lead to what is pressed.
 */
function holdFrames(): void {
  const longestMs = 400
  const [wait, stop] = [globalThis.setTimeout, globalThis.clearTimeout]
  const held = new Map<number, { act(): void; timer: unknown }>()
  // Apart from the numbers of the browser's own timers.
  let ids = 1_000_000
  const drop = (id: number) => {
    const found = held.get(id)
    held.delete(id)
    if (found) stop(found.timer as number)
    return found
  }
  const hold = (act: () => void): number => {
    ids += 1
    const id = ids
    held.set(id, { act, timer: wait(() => drop(id)?.act(), longestMs) })
    return id
  }
  const replaced = {
    requestAnimationFrame: (act: (at: number) => void) => hold(() => act(performance.now())),
    cancelAnimationFrame: drop,
    setTimeout: (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      ms > 0 && ms <= 60 ? hold(() => act(...given)) : wait(act, ms, ...given),
    clearTimeout: (id: number) => {
      if (!drop(id)) stop(id)
    },
  }
  Object.assign(globalThis, replaced)
  const release = (event: { key?: string }) => {
    if (event.key === "Tab" || event.key?.startsWith("Arrow")) return
    for (const id of [...held.keys()]) drop(id)?.act()
  }
  const target = globalThis as unknown as EventTarget
  for (const type of ["keydown", "pointerdown"])
    target.addEventListener(type, release as (event: unknown) => void, { capture: true })
}

/** Each request goes up to 0.5 s late, and its answer comes up to 0.7 s late. */
function delayAnswers(): void {
  const ask = globalThis.fetch
  const late = (mostMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs))
  globalThis.fetch = async (...request) => {
    await late(500)
    const answer = await ask(...request)
    await late(700)
    return answer
  }
}

const scripts = new Map([
  ["held-frames", holdFrames],
  ["late-answers", delayAnswers],
])
export const paces = [...scripts.keys()]

/** Every context that the browser opens from here on has the pace. `undefined` leaves the browser's own. */
export function atPace(browser: Browser, pace: string | undefined): Browser {
  if (pace === undefined) return browser
  const script = scripts.get(pace)
  if (!script) throw new Error(`PACE: expected ${paces.join(" or ")}`)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(script)
    return context
  }
  return browser
}
