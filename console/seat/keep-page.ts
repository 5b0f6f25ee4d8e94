/** Keeps the page itself on the phone, so that it opens without a line. */

const workerUrl = "/my-day/offline.js"

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** The page's policy of contents lets this one address be a worker. */
function trusted(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy("seat", {
    createScriptURL(url) {
      if (url !== workerUrl) throw new Error("another worker")
      return url
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

export async function keepForOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return
  try {
    await navigator.serviceWorker.register(trusted(), { scope: "/my-day" })
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith("/my-day/assets/"))
    await (await caches.open("appointed-seat")).addAll(["/my-day", ...new Set(files)])
  } catch {
    // Without room or permission to keep it the page works all the same, as long as there is a line.
  }
}
