/**
 * A page whose texts a browser has translated. Translators put a `font` element in each text's stead: what is drawn later goes into the
 * text that was taken out, and the old day would stay on the screen.
 */
import { options, type VNode } from "preact"

/** As the library keeps what it has drawn: its parent, its children and its node. A text has no type. */
interface Drawn {
  type: VNode["type"] | null
  __: Drawn | null
  __k: (Drawn | null)[] | null
  __e: Node | null
}

/** The text that each node had when it was drawn last. */
const said = new WeakMap<Text, string>()

/** Puts a text that was taken out back in its place as soon as it changes. The translator then translates it anew. */
export function keepUpWithTranslators(): void {
  const { diffed } = options
  options.diffed = (vnode) => {
    diffed?.(vnode)
    let drawn = vnode as unknown as Drawn | null
    while (drawn && typeof drawn.type !== "string") drawn = drawn.__
    if (drawn?.__e) mend(drawn.__e as Element, nodesOf(drawn))
  }
}

const nodesOf = ({ __k: children }: Drawn): Node[] =>
  (children ?? []).flatMap((child) =>
    !child ? [] : typeof child.type === "function" ? nodesOf(child) : (child.__e ?? []),
  )

function mend(element: Element, nodes: Node[]): void {
  const texts = nodes.filter((node) => node instanceof Text)
  const isStale = texts.some((text) => text.parentNode !== element && said.get(text) !== text.data)
  for (const text of texts) said.set(text, text.data)
  if (!isStale) return
  for (const font of element.querySelectorAll(":scope > font")) font.remove()
  let next: Node | null = null
  for (const node of nodes.reverse()) {
    if (node instanceof Text) element.insertBefore(node, next)
    next = node
  }
}
