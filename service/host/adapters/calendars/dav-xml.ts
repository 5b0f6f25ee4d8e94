/** WebDAV's XML: what a multistatus says of each resource. */
import { DOMParser, type Element } from "@xmldom/xmldom"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import { davSpace } from "./dav-names.ts"

export interface DavResource {
  href: string
  /** The text of a property that was found. */
  text(space: string, name: string): string | null
  /** The local names of all elements within a property that was found; null without the property. */
  names(space: string, name: string): string[] | null
}

/** Throws CalendarUnavailable for what is no multistatus. */
export function readMultistatus(xml: string): DavResource[] {
  const root = parse(xml)
  if (root?.namespaceURI !== davSpace || root.localName !== "multistatus") {
    throw new CalendarUnavailable("unreadable")
  }
  return childrenOf(root, davSpace, "response").map(resourceOf)
}

function parse(xml: string): Element | null {
  // No document of WebDAV declares its own entities; those that do mean to grow.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return null
  try {
    const onError = () => {
      throw new CalendarUnavailable("unreadable")
    }
    return new DOMParser({ onError }).parseFromString(xml, "text/xml").documentElement
  } catch {
    return null
  }
}

function resourceOf(response: Element): DavResource {
  const found = childrenOf(response, davSpace, "propstat")
    .filter((part) => / 2\d\d( |$)/.test(childrenOf(part, davSpace, "status")[0]?.textContent?.trim() ?? ""))
    .flatMap((part) => childrenOf(part, davSpace, "prop"))
  const property = (space: string, name: string) =>
    found.flatMap((props) => childrenOf(props, space, name))[0] ?? null
  return {
    href: childrenOf(response, davSpace, "href")[0]?.textContent?.trim() ?? "",
    text: (space, name) => property(space, name)?.textContent ?? null,
    names(space, name) {
      const element = property(space, name)
      return element && Array.from(element.getElementsByTagName("*"), (inner) => inner.localName ?? "")
    },
  }
}

function childrenOf(parent: Element, space: string, name: string): Element[] {
  const children: Element[] = []
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    const element = node as Element
    if (node.nodeType === 1 && element.namespaceURI === space && element.localName === name)
      children.push(element)
  }
  return children
}
