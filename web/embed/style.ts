/**
 * Styles one of our own elements, over whatever the site's sheets say of its kind. Set by script, which a policy without
 * inline styles allows.
 */
export function style(element: HTMLElement, declarations: Record<string, string>): void {
  for (const [property, value] of Object.entries(declarations)) {
    element.style.setProperty(property, value, "important")
  }
}
