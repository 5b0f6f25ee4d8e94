/** The words of the wishes, which come with the form: few visitors wait. */
import { useEffect, useState } from "preact/hooks"
import type { Locale } from "../../../domain/contracts/customer-pages.ts"
import { speakMessages } from "../../../domain/messages/speak-messages.ts"
import { useLanguage } from "../language.ts"
import type { Messages } from "./messages/messages.generated.ts"

const files = {
  en: () => import("./messages/en.json"),
  fr: () => import("./messages/fr.json"),
  es: () => import("./messages/es.json"),
}

const spoken = new Map<Locale, Messages>()

/** In the page's language, once they have come; until then in the one before, or null. */
export function useWishWords(): Messages | null {
  const { locale } = useLanguage()
  const [shown, show] = useState(spoken.get(locale) ?? null)
  useEffect(() => {
    const known = spoken.get(locale)
    if (known) show(known)
    else
      files[locale]().then(
        (file) => {
          const words: Messages = speakMessages(file.default, locale)
          spoken.set(locale, words)
          show(words)
        },
        // Without a connection the words stay as they are.
        () => undefined,
      )
  }, [locale])
  return shown
}
