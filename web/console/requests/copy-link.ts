/** Whether the link is in the clipboard: a browser may refuse, without a person's click or on plain http. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    return true
  } catch {
    return false
  }
}
