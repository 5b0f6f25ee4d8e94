import type { Locale } from "./contract.ts"
import { useLanguage } from "./language.ts"
import { languageNames } from "./messages/language-names.ts"

/** Changes the page's language; everything else stays as it is. */
export function LanguageSwitch({ onSwitch }: { onSwitch(locale: Locale): void }) {
  const { locale, words } = useLanguage()
  return (
    <select
      class="language"
      aria-label={words.language}
      value={locale}
      onChange={(event) => {
        onSwitch(event.currentTarget.value as Locale)
        // Shows the new language only once its words are there.
        event.currentTarget.value = locale
      }}
    >
      {Object.entries(languageNames).map(([value, name]) => (
        <option key={value} value={value} lang={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
