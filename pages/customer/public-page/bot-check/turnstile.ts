interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      appearance: "interaction-only"
      size: "flexible"
      callback(token: string): void
      "error-callback"(): void
    },
  ): string
  remove(widget: string): void
}

const scriptAddress = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"

/** The widget's token; null when the check fails. The widget is visible only when it needs a tick. */
export async function turnstileToken(siteKey: string, container: HTMLElement): Promise<string | null> {
  const turnstile = await loadTurnstile()
  if (!turnstile) return null
  return new Promise((resolve) => {
    const settle = (token: string | null) => {
      turnstile.remove(widget)
      resolve(token)
    }
    const widget = turnstile.render(container, {
      sitekey: siteKey,
      appearance: "interaction-only",
      size: "flexible",
      callback: settle,
      "error-callback": () => settle(null),
    })
  })
}

function loadTurnstile(): Promise<Turnstile | null> {
  const loaded = () => (globalThis as { turnstile?: Turnstile }).turnstile ?? null
  if (loaded()) return Promise.resolve(loaded())
  return new Promise((resolve) => {
    const script = document.createElement("script")
    script.src = scriptAddress
    script.onload = () => resolve(loaded())
    script.onerror = () => resolve(null)
    document.head.append(script)
  })
}
