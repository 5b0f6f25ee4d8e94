/** Addresses below `/console`. Every screen has one, and what it shows is in it: a reload stays, a link can be sent. */
import { useLayoutEffect, useState } from "preact/hooks"

const base = "/console"

export interface Address {
  /** Below `/console`, beginning with a slash. */
  path: string
  query: URLSearchParams
}

export function presentAddress(): Address {
  const { pathname, search } = location
  return { path: pathname.slice(base.length) || "/", query: new URLSearchParams(search) }
}

const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

/** Is asked before another path is shown, and is given what goes there. */
type Guard = (leave: () => void) => void
const guards = new Set<Guard>()
/** The path that is shown: the browser's own way back has left it before it is asked about. */
let shown = { path: presentAddress().path, href: location.pathname + location.search }

/** Keeps the path as long as it is not taken back. The guard asks, and goes on by what it is given. Returns what takes it back. */
export function guardLeaving(guard: Guard): () => void {
  const stopUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  guards.add(guard)
  addEventListener("beforeunload", stopUnload)
  return () => {
    guards.delete(guard)
    removeEventListener("beforeunload", stopUnload)
  }
}

/** True where a guard asks first. */
function isHeld(path: string, leave: () => void): boolean {
  const guard = [...guards].at(-1)
  if (!guard || path === shown.path) return false
  guard(() => {
    guards.clear()
    leave()
  })
  return true
}

let moves = 0
/** True where another address was shown before this one. */
export const hasMoved = (): boolean => moves > 0

function show(): void {
  moves += 1
  shown = { path: presentAddress().path, href: location.pathname + location.search }
  tellAll()
}

addEventListener("popstate", () => {
  const to = location.pathname + location.search
  const leave = () => {
    history.pushState(null, "", to)
    show()
  }
  if (isHeld(presentAddress().path, leave)) history.pushState(null, "", shown.href)
  else show()
})

/** @param to below `/console`, as `/customers/7?tab=texts` */
export const hrefOf = (to: string): string => base + (to === "/" ? "" : to)

export function go(to: string, { replace = false } = {}): void {
  if (hrefOf(to) === location.pathname + location.search) return
  const leave = () => {
    history[replace ? "replaceState" : "pushState"](null, "", hrefOf(to))
    show()
  }
  if (!isHeld(new URL(hrefOf(to), location.origin).pathname.slice(base.length) || "/", leave)) leave()
}

/** Changes fields of the query and keeps the others; null takes one away. */
export function goWithQuery(fields: Record<string, string | null>, options?: { replace: boolean }): void {
  const { path, query } = presentAddress()
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  const search = query.toString()
  go(search === "" ? path : `${path}?${search}`, options)
}

export function useAddress(): Address {
  const [address, setAddress] = useState(presentAddress)
  useLayoutEffect(() => {
    const follow = () => setAddress(presentAddress())
    listeners.add(follow)
    follow()
    return () => {
      listeners.delete(follow)
    }
  }, [])
  return address
}

/** Links inside the console change the screen without a new document. Modified clicks stay the browser's. */
export function followLinks(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null
  if (link?.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return
  if (link.pathname !== base && !link.pathname.startsWith(`${base}/`)) return
  event.preventDefault()
  go((link.pathname.slice(base.length) || "/") + link.search)
}

/** The values of a pattern's `:names`; null when the path does not match. `/customers/:id` matches `/customers/7`. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(":") && given[at] !== "") params[part.slice(1)] = decodeURIComponent(given[at]!)
    else if (part !== given[at]) return null
  }
  return params
}
