/** The guides' Markdown as HTML: headings, paragraphs, lists, tables, code and links, and nothing else. */

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")

/** Gives the address of a link; null for one that leads nowhere here, whose text stays. */
export type LinkTo = (target: string) => string | null

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/ /g, "-")

export interface Rendered {
  title: string
  html: string
}

export function renderMarkdown(text: string, linkTo: LinkTo): Rendered {
  const lines = text.replace(/\r/g, "").split("\n")
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ""
  return { title, html: blocksOf(lines, linkTo).join("\n") }
}

function blocksOf(lines: readonly string[], linkTo: LinkTo): string[] {
  const html: string[] = []
  let at = 0
  const take = (fits: (line: string) => boolean): string[] => {
    const taken: string[] = []
    while (at < lines.length && fits(lines[at]!)) taken.push(lines[at++]!)
    return taken
  }
  while (at < lines.length) {
    const line = lines[at]!
    if (line.trim() === "") at += 1
    else if (line.startsWith("```")) {
      at += 1
      const code = take((each) => !each.startsWith("```"))
      at += 1
      html.push(`<pre tabindex="0"><code>${escaped(code.join("\n"))}</code></pre>`)
    } else if (/^#{1,4} /.test(line)) {
      at += 1
      html.push(headingOf(line, linkTo))
    } else if (line.startsWith("|"))
      html.push(
        tableOf(
          take((each) => each.startsWith("|")),
          linkTo,
        ),
      )
    else if (itemStart.test(line))
      html.push(
        listOf(
          take((each) => each !== "" && isOfList(each)),
          linkTo,
        ),
      )
    else html.push(`<p>${formatted(take(isOfParagraph).join(" "), linkTo)}</p>`)
  }
  return html
}

const itemStart = /^(?:[-*]|\d+\.) /
const isOfList = (line: string) => itemStart.test(line) || line.startsWith(" ")
const isOfParagraph = (line: string) =>
  line.trim() !== "" && !/^(?:#{1,4} |```|\|)/.test(line) && !itemStart.test(line)

function headingOf(line: string, linkTo: LinkTo): string {
  const [, marks, text] = /^(#+) (.+)$/.exec(line)!
  const level = marks!.length
  return `<h${level} id="${escaped(anchorOf(text!))}">${formatted(text!, linkTo)}</h${level}>`
}

/** Lines that are set in belong to the item before them; a list within it is set in by two or three. */
function listOf(lines: readonly string[], linkTo: LinkTo): string {
  const items: string[][] = []
  for (const line of lines) {
    if (itemStart.test(line)) items.push([line.replace(itemStart, "")])
    else items.at(-1)!.push(line.replace(/^ {2,3}/, ""))
  }
  const name = /^\d/.test(lines[0]!) ? "ol" : "ul"
  const shown = items.map((item) => {
    const within = item.findIndex((line, index) => index > 0 && itemStart.test(line))
    const own = within < 0 ? item : item.slice(0, within)
    const rest = within < 0 ? "" : listOf(item.slice(within), linkTo)
    return `<li>${formatted(own.join(" "), linkTo)}${rest}</li>`
  })
  return `<${name}>${shown.join("")}</${name}>`
}

function tableOf(lines: readonly string[], linkTo: LinkTo): string {
  const cells = (line: string) =>
    line
      .replace(/^\||\|\s*$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => formatted(cell.trim().replace(/\\\|/g, "|"), linkTo))
  const [head = "", , ...rows] = lines
  const headCells = cells(head)
  const shownHead = headCells.every((cell) => cell === "")
    ? ""
    : `<thead><tr>${headCells.map((cell) => `<th scope="col">${cell}</th>`).join("")}</tr></thead>`
  const body = rows.map(
    (row) =>
      `<tr>${cells(row)
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
  )
  return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table>${shownHead}<tbody>${body.join("")}</tbody></table></div>`
}

/** Code comes first: nothing else has a meaning in it. */
const token = /`([^`]{1,400})`|\[([^[\]]{1,200})\]\(([^()\s]{1,300})\)|\*\*([^*]{1,400})\*\*/g

function formatted(text: string, linkTo: LinkTo): string {
  let html = ""
  let from = 0
  for (const match of text.matchAll(token)) {
    const [all, code, label, target, strong] = match
    html += escaped(text.slice(from, match.index))
    from = match.index + all.length
    if (code !== undefined) html += `<code>${escaped(code)}</code>`
    else if (label !== undefined) html += linkOf(label, target!, linkTo)
    else html += `<strong>${formatted(strong!, linkTo)}</strong>`
  }
  return html + escaped(text.slice(from))
}

function linkOf(label: string, target: string, linkTo: LinkTo): string {
  const address = linkTo(target)
  const shown = formatted(label, linkTo)
  return address === null ? shown : `<a href="${escaped(address)}">${shown}</a>`
}
