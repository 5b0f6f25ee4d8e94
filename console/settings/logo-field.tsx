/** The company's logo. */
import { api } from "../api/client.ts"
import { readSessionAgain, useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { ImageField } from "./image-field.tsx"

export function LogoField() {
  const words = useWords().settings
  const { company } = useSession()
  const url = company.brand.logo_url
  return (
    <ImageField
      title={words.logo}
      field="logo"
      url={url}
      none={words.noLogo}
      hint={words.logoHint}
      alt={company.name}
      choose={url ? words.replaceLogo : words.uploadLogo}
      remove={words.removeLogo}
      onSend={(image) => api.uploadLogo({ image })}
      onRemove={() => api.removeLogo()}
      onSaved={readSessionAgain}
    />
  )
}
