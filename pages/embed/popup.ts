import { putFrame, style, tellBooked } from "./frame.ts"
import { canvasText, schemeOf } from "./scheme.ts"
import { site, type Target, wordsHere } from "./target.ts"

/** Opens the popup. */
type Open = (opener: HTMLElement | null) => void

/** A popup for each page. A closed one is kept with what was typed until the visitor has booked; a failed one is not. */
const popups = new Map<string, Open>()

/**
 * Shows the page over the site. A browser without constructed style sheets opens a new tab instead.
 *
 * @param opener the pressed element; null for a call from code, after which the focus returns to where it was
 */
export function openPopup(target: Target, opener: HTMLElement | null): void {
  if (!("adoptedStyleSheets" in document)) return void window.open(target.url, "_blank", "noopener")
  const key = JSON.stringify(target)
  const open = popups.get(key) ?? makePopup(target, () => popups.delete(key))
  popups.set(key, open)
  open(opener)
}

function makePopup(target: Target, forget: () => void): Open {
  const { dialog, panel, container, close, backdrop } = popupElements(target.label)
  let opener: HTMLElement | null = null
  let focusBack: HTMLElement | null = null
  let isWorthKeeping = false
  const discard = () => {
    forget()
    dialog.remove()
  }
  const frame = putFrame(target, container, {
    greeted() {
      isWorthKeeping = true
      if (dialog.open) frame.focus()
    },
    booked() {
      isWorthKeeping = false
      tellBooked(opener?.isConnected ? opener : dialog)
      if (!dialog.open) discard()
    },
    close: () => dialog.close(),
  })
  close.onclick = backdrop.onclick = () => dialog.close()
  let siteStyle = ""
  dialog.onclose = () => {
    style(dialog, { display: "none" })
    site.style.cssText = siteStyle
    focusBack?.focus()
    if (!isWorthKeeping) discard()
  }
  return (by) => {
    opener = by
    focusBack = by ?? (document.activeElement as HTMLElement | null)
    panel.classList.toggle("dark", schemeOf(document.body, dialog) === "dark")
    style(dialog, { display: "block" })
    if (!dialog.open) {
      siteStyle = site.style.cssText
      lockScrolling()
      dialog.showModal()
    }
    const first = isWorthKeeping ? frame : close
    first.focus()
  }
}

/** Keeps the site from scrolling behind the dialog; its scroll bar's room stays, so nothing moves. */
function lockScrolling(): void {
  const gutter = innerWidth > site.clientWidth ? "stable" : "auto"
  style(site, { overflow: "hidden", "scrollbar-gutter": gutter })
}

/** A dialog over the whole window. Everything visible is in a shadow root. */
function popupElements(label: string) {
  const dialog = append(document.body, "dialog")
  const root = append(dialog, "div").attachShadow({ mode: "open" })
  // A click that began inside the panel and ends here is no click on this element.
  const backdrop = append(root, "i")
  const panel = append(root, "div")
  const bar = append(panel, "header")
  bar.append(label)
  const close = append(bar, "button")
  const container = append(panel, "main")
  container.tabIndex = 0
  panel.className = "panel"
  close.append("×")
  close.setAttribute("aria-label", wordsHere().close)
  dialog.setAttribute("aria-label", label)
  style(dialog, {
    all: "initial",
    ...canvasText,
    display: "none",
    position: "fixed",
    inset: "0",
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(popupStyle)
  root.adoptedStyleSheets = [sheet]
  return { dialog, panel, container, close, backdrop }
}

const append = <Name extends keyof HTMLElementTagNameMap>(parent: Node, name: Name) =>
  parent.appendChild(document.createElement(name))

/**
 * Styles in a shadow root, which neither the site's rules nor its policy reach. The panel's top stays in place when its
 * page grows. Three dots are visible until the page, or the link, covers them.
 */
const popupStyle =
  ":host{all:initial!important}" +
  "i{position:absolute;inset:0;background:#0008}" +
  ".panel{position:absolute;inset:0;display:grid;grid-template-rows:auto 1fr;overflow:hidden;font:16px/1.5 system-ui;background:#fff;color:#1c1c1a;color-scheme:light}" +
  ".dark{background:#1d1d1b;color:#f2f1ed;color-scheme:dark}" +
  "header{display:flex;align-items:center;justify-content:space-between;padding-left:16px;border-bottom:1px solid #8886;font-weight:650}" +
  "button{width:48px;height:48px;border:0;background:none;color:inherit;font:24px system-ui}" +
  "main{overflow-y:auto;overscroll-behavior:contain;scrollbar-gutter:stable;isolation:isolate;background:inherit;text-align:center}" +
  "a{display:block;padding:48px 16px;background:inherit;color:inherit;text-align:center}" +
  "main:before{content:'…';position:absolute;z-index:-1;inset:96px 0;text-align:center}" +
  "@media(min-width:768px){.panel{--top:max(32px,50% - 352px);inset:var(--top) 0 auto;margin:auto;width:min(992px,100% - 64px);max-height:calc(100% - 32px - var(--top));border-radius:16px}}"
