/**
 * Keys of what is answered where it stands: Ctrl or Command with Enter presses the submit button that it holds, unless that is
 * disabled, and Escape ends it and closes nothing else.
 */
export const formKeys =
  (end: () => void) =>
  (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const answers = event.key === "Enter" && (event.ctrlKey || event.metaKey)
    if (!answers && event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    if (answers) event.currentTarget.querySelector<HTMLElement>("[type=submit]")?.click()
    else end()
  }
