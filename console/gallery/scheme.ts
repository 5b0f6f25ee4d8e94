/**
 * Shows a page in a scheme other than the system's. The styles know only what the system says, so their conditions are
 * overruled one by one, in the sheets that a reload of styles brings too.
 */
export type Scheme = "system" | "light" | "dark"

const darkCondition = "(prefers-color-scheme: dark)"

/** Each condition as it was written. */
const written = new WeakMap<CSSMediaRule, string>()

/** Returns what takes it back. */
export function showScheme(scheme: Scheme): () => void {
  const overrule = () => {
    document.documentElement.style.colorScheme = scheme === "system" ? "" : scheme
    for (const rule of darkRules()) {
      const condition = scheme === "system" ? darkCondition : scheme === "dark" ? "all" : "not all"
      if (rule.media.mediaText !== condition) rule.media.mediaText = condition
    }
  }
  overrule()
  const sheets = new MutationObserver(overrule)
  sheets.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => sheets.disconnect()
}

function darkRules(): CSSMediaRule[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  return rules.filter((rule): rule is CSSMediaRule => {
    if (!(rule instanceof CSSMediaRule)) return false
    if (!written.has(rule)) written.set(rule, rule.media.mediaText)
    return written.get(rule) === darkCondition
  })
}
