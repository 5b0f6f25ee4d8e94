/** Saves settings of signing in; fields that are left out stay. */
import { api } from "../api/client.ts"
import { useWrite, type Write } from "../api/queries.ts"
import { readSessionAgain } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

export type SignInSettings = NonNullable<NonNullable<Parameters<typeof api.updateCompany>[0]>["sign_in"]>

export function useSaveSignIn(onSaved?: () => void): Write<SignInSettings, unknown> {
  const words = useWords().people
  return useWrite({
    mutationFn: (sign_in: SignInSettings) => api.updateCompany({ sign_in }),
    onSuccess: async () => {
      notify({ text: words.saved })
      onSaved?.()
      await readSessionAgain()
    },
  })
}
