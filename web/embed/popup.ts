import { putFrame, style, tellBooked } from "./frame.ts"
import { canvasText, schemeOf } from "./scheme.ts"
import { type Target, wordsHere } from "./target.ts"

interface Popup {
  open(opener: HTMLElement | null): void
}

/** A popup for each page. A closed one is kept with what was typed until the visitor has booked; a failed one is not. */
const popups = new Map<string, Popup>()

/**
 * Shows the page over the site. A browser without constructed style sheets opens a new tab instead.
 *
 * @param opener the pressed element; null for a call from code, after which the focus returns to where it was
 */
export function openPopup(target: Target, opener: HTMLElement | null): void {
  if (!("adoptedStyleSheets" in document)) return void window.open(target.url, "_blank", "noopener")
  const popup = popups.get(target.url) ?? makePopup(target)
  popups.set(target.url, popup)
  popup.open(opener)
}

function makePopup(target: Target): Popup {
  const { dialog, panel, container, close } = popupElements(target.label)
  let opener: HTMLElement | null = null
  let focusBack: HTMLElement | null = null
  let isWorthKeeping = false
  const discard = () => {
    popups.delete(target.url)
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
  close.addEventListener("click", () => dialog.close())
  closeOnBackdrop(dialog)
  let unlock = () => {}
  dialog.addEventListener("close", () => {
    style(dialog, { display: "none" })
    unlock()
    focusBack?.focus()
    if (!isWorthKeeping) discard()
  })
  return {
    open(by) {
      opener = by
      focusBack = by ?? (document.activeElement as HTMLElement | null)
      panel.classList.toggle("dark", schemeOf(document.body, dialog) === "dark")
      style(dialog, { display: "block" })
      if (!dialog.open) {
        unlock = lockScrolling()
        dialog.showModal()
      }
      const first = isWorthKeeping ? frame : close
      first.focus()
    },
  }
}

/** The dialog itself is the backdrop: everything visible is inside a child. A drag that began inside closes nothing. */
function closeOnBackdrop(dialog: HTMLDialogElement): void {
  let pressed: EventTarget | null = null
  dialog.addEventListener("pointerdown", ({ target }) => {
    pressed = target
  })
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && pressed === dialog) dialog.close()
  })
}

/**
 * Keeps the site from scrolling behind the dialog; its scroll bar's room stays, so nothing moves. Returns a function that
 * gives the site its own styles back.
 */
function lockScrolling(): () => void {
  const site = document.documentElement
  const locks: Record<string, string> = { overflow: "hidden" }
  if (innerWidth > site.clientWidth) locks["scrollbar-gutter"] = "stable"
  const own = Object.keys(locks).map((name) => {
    return [name, site.style.getPropertyValue(name), site.style.getPropertyPriority(name)] as const
  })
  style(site, locks)
  return () => {
    for (const [name, value, priority] of own) site.style.setProperty(name, value, priority)
  }
}

/** A dialog over the whole window. Everything visible is in a shadow root. */
function popupElements(label: string) {
  const dialog = make("dialog")
  const host = dialog.appendChild(make("div"))
  const panel = make("div")
  const bar = panel.appendChild(make("header"))
  const title = bar.appendChild(make("span"))
  const close = bar.appendChild(make("button"))
  const container = panel.appendChild(make("main"))
  panel.className = "panel"
  title.textContent = label
  close.type = "button"
  close.textContent = "×"
  close.setAttribute("aria-label", wordsHere().close)
  dialog.setAttribute("aria-label", label)
  style(dialog, {
    all: "initial",
    ...canvasText,
    display: "none",
    position: "fixed",
    inset: "0",
    width: "100%",
    height: "100%",
    background: "#0008",
  })
  const root = host.attachShadow({ mode: "open" })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(popupStyle)
  root.adoptedStyleSheets = [sheet]
  root.append(panel)
  document.body.append(dialog)
  return { dialog, panel, container, close }
}

const make = <Name extends keyof HTMLElementTagNameMap>(name: Name) => document.createElement(name)

/**
 * Styles in a shadow root, which neither the site's rules nor its policy reach. The panel's top stays in place when its
 * page grows. Three dots are visible until the page, or the link, covers them.
 */
const popupStyle =
  ":host{all:initial!important}" +
  ".panel{position:absolute;inset:0;display:flex;flex-direction:column;overflow:hidden;font:16px/1.5 system-ui;background:#fff;color:#1d1d1b;color-scheme:light}" +
  ".dark{background:#1e1e1c;color:#f2f1ed;color-scheme:dark}" +
  "header{display:flex;align-items:center;justify-content:space-between;padding-left:16px;border-bottom:1px solid #8886;font-weight:650}" +
  "button{width:48px;height:48px;border:0;background:none;color:inherit;font:24px system-ui}" +
  "main{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;scrollbar-gutter:stable;isolation:isolate;background:inherit}" +
  "a{display:block;padding:48px 16px;background:inherit;color:inherit;text-align:center}" +
  "main:before{content:'…';position:absolute;z-index:-1;inset:96px 0 auto;text-align:center}" +
  "@media(min-width:768px){.panel{--top:max(32px,50% - 352px);inset:var(--top) 0 auto;margin:auto;width:min(992px,100% - 64px);max-height:calc(100% - 32px - var(--top));border-radius:16px}}"
