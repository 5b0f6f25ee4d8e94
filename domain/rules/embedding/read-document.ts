/** The parts of a website's document that a check of embedding reads: policies in meta tags, and the snippet. */

export interface SiteDocument {
  /** The contents of `<meta http-equiv="Content-Security-Policy">` in its head. */
  policies: string[]
  /** The tag that loads `embed.js`; null without one. */
  script: { nonce: string | null; hasIntegrity: boolean } | null
  /** The values of elements that show a page or a link. */
  elements: { shows: "page" | "link"; value: string }[]
}

/** Looks at tags alone, in one pass. What other scripts add later is not seen. */
export function readDocument(html: string, scriptUrl: string, at: string): SiteDocument {
  const found: SiteDocument = { policies: [], script: null, elements: [] }
  let isInHead = true
  for (const { name, attributes } of tagsOf(html)) {
    if (name === "body" || name === "/head") isInHead = false
    if (
      name === "meta" &&
      isInHead &&
      /^content-security-policy$/i.test(attributes.get("http-equiv")?.trim() ?? "")
    )
      found.policies.push(attributes.get("content") ?? "")
    const source = attributes.get("src")?.trim()
    if (name === "script" && source !== undefined && URL.parse(source, at)?.href === scriptUrl)
      found.script ??= {
        nonce: attributes.get("nonce") ?? null,
        hasIntegrity: attributes.has("integrity"),
      }
    for (const [attribute, value] of attributes) {
      const shows = shownBy[attribute]
      if (shows) found.elements.push({ shows, value })
    }
  }
  return found
}

const shownBy: Readonly<Record<string, "page" | "link">> = {
  "data-embed-page": "page",
  "data-embed-popup": "page",
  "data-embed-link": "link",
  "data-embed-link-popup": "link",
}

interface Tag {
  /** In lower case; an end tag's begins with a slash. */
  name: string
  /** By name in lower case; the first of a name counts. */
  attributes: ReadonlyMap<string, string>
}

/** Elements in which no tag but their own end counts. */
const rawText = new Set(["script", "style", "title", "textarea", "noscript", "template", "iframe"])

function* tagsOf(html: string): Generator<Tag> {
  const lower = html.toLowerCase()
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      at = html.indexOf("-->", at + 4)
      if (at < 0) return
      continue
    }
    const name = tagName(lower, at + 1)
    if (name === "") {
      at += 1
      continue
    }
    const end = tagEnd(html, at)
    if (end < 0) return
    yield { name, attributes: attributesIn(html.slice(at + 1 + name.length, end)) }
    at = end
    if (rawText.has(name)) {
      at = lower.indexOf(`</${name}`, end)
      if (at < 0) return
    }
  }
}

const namePattern = /\/?[a-z][a-z0-9-]*/y

function tagName(lower: string, at: number): string {
  namePattern.lastIndex = at
  return namePattern.exec(lower)?.[0] ?? ""
}

/** The index of the tag's `>`, outside of quotes; -1 when it never ends. */
function tagEnd(html: string, from: number): number {
  let quote = ""
  for (let at = from; at < html.length; at += 1) {
    const letter = html[at]!
    if (quote !== "") quote = letter === quote ? "" : quote
    else if (letter === ">") return at
    else if ((letter === '"' || letter === "'") && /=\s*$/.test(html.slice(Math.max(from, at - 8), at)))
      quote = letter
  }
  return -1
}

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`=]+)))?/g

function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single, bare] of text.matchAll(attributePattern)) {
    const lower = name!.toLowerCase()
    if (!attributes.has(lower)) attributes.set(lower, unescaped(double ?? single ?? bare ?? ""))
  }
  return attributes
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&#x27;": "'",
  "&#34;": '"',
  "&amp;": "&",
}

const unescaped = (value: string) =>
  value.replace(/&(?:quot|apos|amp|#39|#34|#x27);/gi, (entity) => entities[entity.toLowerCase()]!)
