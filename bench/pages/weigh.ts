/** The weight of a page before it can be used: its scripts and styles, by gzip -9. */
import { strictEqual } from "node:assert"
import { gzipSync } from "node:zlib"

/** Bytes. */
export interface Weight {
  js: number
  css: number
}

/** Weighs the page at this address in one language: every script that its HTML names and what these import; its own styles. */
export async function weigh(origin: string, path: string, language: string): Promise<Weight> {
  const html = await textOf(origin + path, { "accept-language": language })
  strictEqual(/<html lang="(\w+)"/.exec(html)?.[1], language)
  const scripts = new Map<string, string>()
  for (const [, file] of html.matchAll(/"(\/assets\/[^"]+\.js)"/g)) await load(origin, file!, scripts)
  const styles = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map((match) => match[1]!)
  return { js: sum([...scripts.values()]), css: sum(styles) }
}

const sum = (texts: readonly string[]) =>
  texts.reduce((bytes, text) => bytes + gzipSync(text, { level: 9 }).length, 0)

/** Loads a script and, unless they are there already, those that it needs before it can run. */
async function load(origin: string, file: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(file)) return
  const text = await textOf(origin + file)
  texts.set(file, text)
  for (const [, needed] of text.matchAll(/(?:^|[;}])import(?:[^'"()]*from)?["']\.\/([^"']+)["']/g)) {
    await load(origin, `/assets/${needed}`, texts)
  }
}

async function textOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers })
  strictEqual(answer.status, 200, url)
  return answer.text()
}
