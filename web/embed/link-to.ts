/** The page by itself, in a new tab: what remains where it can't be framed. */
export function linkTo(url: string, label: string): HTMLAnchorElement {
  const link = document.createElement("a")
  link.href = url
  link.target = "_blank"
  link.rel = "noopener"
  link.textContent = label
  return link
}
