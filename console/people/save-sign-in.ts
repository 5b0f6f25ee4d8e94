/** Saves settings of signing in; fields that are left out stay. */
import { api } from "../api/client.ts"
import type { Write } from "../api/queries.ts"
import { useSaving } from "../saving.ts"
import { type Company, readSessionAgain, useSession } from "../session.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"

export type SignInSettings = NonNullable<NonNullable<Parameters<typeof api.updateCompany>[0]>["sign_in"]>

export function useSaveSignIn(onSaved?: () => void): Write<SignInSettings, unknown> {
  const words = useWords().people
  const { company } = useSession()
  return useSaving({
    record: keptOf(company),
    read: async () => keptOf(await api.readCompany()),
    send: async ({ if_version, ...sign_in }: SignInSettings & { if_version: number }) =>
      keptOf(await api.updateCompany({ sign_in, if_version })),
    asSent: (field, value) =>
      field === "oidc" ? providerAsSent(value as Company["sign_in"]["oidc"]) : value,
    onSuccess: async () => {
      notify({ text: words.saved })
      onSaved?.()
      await readSessionAgain()
    },
  })
}

const keptOf = ({ version, sign_in }: Company) => ({ version, ...sign_in })

/** The secret is never read, so it is not compared. */
const providerAsSent = (provider: Company["sign_in"]["oidc"]) =>
  provider && { issuer: provider.issuer, client_id: provider.client_id }
