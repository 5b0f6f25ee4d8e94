/**
 * A mail as HTML and as plain text. Mail programs know tables and inline styles; those that show dark mails by
 * `prefers-color-scheme` find the colours in the one style sheet. It needs no image.
 */
import { inkOn } from "../../units/contrast.ts"
import { shownPhone } from "../texts/shown-phone.ts"
import type { MailCard, MailContent } from "./mail-content.ts"
import { mailMessages } from "./mail-messages.ts"

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const table = `role="presentation" cellpadding="0" cellspacing="0" border="0"`

const darkStyles = `:root{color-scheme:light dark}
@media (max-width:480px){.room{padding:20px 12px 32px!important}.card{padding:20px!important}.button{display:block!important;width:auto!important;float:none!important}.button a{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){.ground{background:#161614!important}.card{background:#1f1f1c!important;border-color:#3a3a35!important}.frame{border-color:#3a3a35!important}.leaf{background:#1f1f1c!important}.ink{color:#f1f1ec!important}.soft,.soft a{color:#b4b4ab!important}.plain{background:#1f1f1c!important;border-color:#8d8d84!important}}`

export function mailHtml(content: MailContent): string {
  const { accentColor, companyName } = content
  const onAccent = inkOn(accentColor)
  const initial = [...companyName][0] ?? ""
  return `<!doctype html>
<html lang="${content.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(content.subject)}</title><style>${darkStyles}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f5f5f2">
<div style="display:none;max-height:0;overflow:hidden">${escaped(content.preheader)}</div>
<table ${table} width="100%" class="ground" style="background:#f5f5f2"><tr><td align="center" class="room" style="padding:32px 16px 40px">
<table ${table} width="600" style="width:100%;max-width:600px">
<tr><td style="padding:0 4px 16px"><table ${table}><tr><td width="32" valign="top"><div style="width:32px;height:32px;line-height:32px;text-align:center;border-radius:8px;background:${accentColor};color:${onAccent};${font};font-size:18px;font-weight:650">${escaped(initial)}</div></td><td class="ink" style="padding-left:10px;${font};font-size:16px;font-weight:650;color:#1c1c1a;word-break:break-word">${escaped(companyName)}</td></tr></table></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e4e4de;border-radius:20px;padding:28px"><table ${table} width="100%">
<tr><td class="ink" style="${font};font-size:26px;line-height:32px;font-weight:650;letter-spacing:-.015em;color:#1c1c1a;padding-bottom:${content.lead === null ? 20 : 8}px;word-break:break-word">${escaped(content.title)}</td></tr>
${content.lead === null ? "" : `<tr><td class="ink" style="${font};font-size:16px;line-height:24px;color:#1c1c1a;padding-bottom:20px;word-break:break-word">${escaped(content.lead)}</td></tr>`}
${paragraphsHtml(content)}${content.card === null ? "" : `<tr><td style="padding-bottom:${content.actions.length > 0 ? 24 : 0}px">${cardHtml(content.card, accentColor, onAccent)}</td></tr>`}
${content.actions.length > 0 ? `<tr><td>${content.actions.map((action) => buttonHtml(action, accentColor, onAccent)).join("")}</td></tr>` : ""}
</table></td></tr>
<tr><td class="soft" style="padding:18px 4px 0;${font};font-size:13px;line-height:20px;color:#5b5b55;word-break:break-word">${senderHtml(content)}<br>${escaped(content.reason)}${unsubscribeHtml(content)}</td></tr>
</table></td></tr></table></body></html>
`
}

/** A link that is written out leads where it says. */
function paragraphsHtml({ paragraphs = [], actions }: MailContent): string {
  const linked = (text: string) =>
    actions.reduce((html, { url }) => {
      const shown = escaped(url)
      return html.replaceAll(shown, `<a href="${shown}" class="ink" style="color:#1c1c1a">${shown}</a>`)
    }, escaped(text))
  return paragraphs
    .map(
      (paragraph) =>
        `<tr><td class="ink" style="${font};font-size:16px;line-height:24px;color:#1c1c1a;padding-bottom:16px;word-break:break-word">${paragraph.split("\n").map(linked).join("<br>")}</td></tr>`,
    )
    .join("")
}

const unsubscribeHtml = ({ unsubscribe }: MailContent): string =>
  unsubscribe === undefined
    ? ""
    : ` <a href="${escaped(unsubscribe.url)}" style="color:#5b5b55">${escaped(unsubscribe.label)}</a>`

function cardHtml(card: MailCard, accentColor: string, onAccent: string): string {
  const struck = card.isStruck ? "text-decoration:line-through;" : ""
  const facts = card.facts.map(
    ({ label, text }) =>
      `<span class="soft" style="display:block;padding-top:10px;color:#5b5b55;font-size:14px;line-height:20px">${escaped(label)}</span>${escaped(text)}`,
  )
  const lines = card.lines.map((line) => `<br><span style="${struck}">${escaped(line)}</span>`)
  return `<table ${table} width="100%" class="frame" style="border:1px solid #e4e4de;border-radius:16px;border-collapse:separate"><tr><td width="58" valign="top" style="padding:18px 0 18px 18px"><table ${table} width="58" class="leaf" style="border:1px solid ${accentColor};border-radius:10px;border-collapse:separate;overflow:hidden;background:#ffffff"><tr><td align="center" style="background:${accentColor};color:${onAccent};${font};font-size:12px;line-height:18px;font-weight:650">${escaped(card.month)}</td></tr><tr><td align="center" class="ink" style="${font};font-size:24px;line-height:34px;font-weight:650;color:#1c1c1a">${card.dayOfMonth}</td></tr></table></td><td valign="top" class="ink" style="padding:17px 18px 18px 16px;${font};font-size:16px;line-height:24px;color:#1c1c1a;word-break:break-word"><span class="soft" style="color:#5b5b55;font-size:14px;line-height:20px">${escaped(card.subject)}</span><br><strong style="font-size:18px;${struck}">${escaped(card.headline)}</strong>${lines.join("")}${facts.join("")}</td></tr></table>`
}

function buttonHtml(
  { label, url, isFirst }: MailContent["actions"][number],
  accentColor: string,
  onAccent: string,
): string {
  const look = isFirst
    ? `background:${accentColor};border:1px solid ${accentColor};color:${onAccent}`
    : "background:#ffffff;border:1px solid #85857f;color:#1c1c1a"
  const classes = isFirst ? "" : ` class="plain ink"`
  return `<table ${table} align="left" class="button" style="margin:0 8px 8px 0"><tr><td><a href="${escaped(url)}"${classes} style="display:inline-block;padding:12px 20px;border-radius:12px;${look};${font};font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escaped(label)}</a></td></tr></table>`
}

function senderHtml({ sender, callPhone }: MailContent): string {
  const phone =
    callPhone === null
      ? []
      : [`<a href="tel:${escaped(callPhone)}" style="color:#5b5b55">${escaped(shownPhone(callPhone))}</a>`]
  return [...sender.map(escaped), ...phone].join(" · ")
}

/** Lines stay short enough to be read in any program; addresses of links stand alone, so that none is cut. */
export function mailText(content: MailContent): string {
  const { card, sender, callPhone, paragraphs: written = [], unsubscribe } = content
  const { label: named } = mailMessages[content.locale]
  // A link that the words hold already stands there.
  const actions = content.actions.filter(({ url }) => !written.some((text) => text.includes(url)))
  const widest = Math.max(0, ...actions.map(({ label }) => label.length))
  const paragraphs = [
    [content.title],
    content.lead === null ? [] : [content.lead],
    ...written.map((paragraph) => [paragraph]),
    card === null
      ? []
      : [
          card.subject,
          card.headline,
          ...card.lines,
          ...card.facts.map(({ label, text }) => `${named({ label })} ${text}`),
        ],
    actions.map(({ label, url }) => named({ label }).padEnd(widest + 3) + url),
    [
      [...sender, ...(callPhone === null ? [] : [shownPhone(callPhone)])].join(", "),
      content.reason,
      ...(unsubscribe === undefined ? [] : [`${named({ label: unsubscribe.label })} ${unsubscribe.url}`]),
    ],
  ]
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Characters that no one sees are left out: they could turn the direction of what stands behind them. */
const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ").replace(/[&<>"']/g, (character) => entities[character]!)
