/** Who is signed in, and for which company. */
import { type Answer, api, isRefusal, sendSession } from "./api/client.ts"
import { queries, useQuery } from "./api/queries.ts"
import { keepZones } from "./formats.ts"

export type User = Answer<"readOwnUser">
export type Company = Answer<"readCompany">

export interface Session {
  user: User
  /** Null while the user can only set up a second factor. */
  company: Company | null
}

const key = ["session"] as const

async function readSession(): Promise<Session | null> {
  try {
    const [user, company] = await Promise.all([api.readOwnUser(), readCompany()])
    return { user, company }
  } catch (error) {
    if (isRefusal(error, "unauthorized")) return null
    throw error
  }
}

/** With the zones that its times are written in. */
async function readCompany(): Promise<Company | null> {
  try {
    const [company, zones] = await Promise.all([api.readCompany(), api.readTimeZones()])
    keepZones(zones)
    return company
  } catch (error) {
    if (isRefusal(error, "enrolment_needed")) return null
    throw error
  }
}

const options = { queryKey: key, queryFn: readSession, staleTime: 5 * 60_000 }

/** `data` is null for a visitor who is not signed in. */
export const useSessionState = () => useQuery(options)

/** For what is shown to signed-in people only. */
export function useSession(): Session & { company: Company } {
  const { data } = useSessionState()
  if (!data?.company) throw new Error("Nobody is signed in")
  return { ...data, company: data.company }
}

export interface SignIn {
  email: string
  password: string
  company_id?: number
  code?: string
}

/** Throws `Refusal`: `wrong_credentials`, `second_factor_needed`, `choose_company` and others. */
export async function signIn(body: SignIn): Promise<void> {
  await sendSession("POST", body)
  await queries.fetchQuery({ ...options, staleTime: 0 })
}

export async function signOut(): Promise<void> {
  await sendSession("DELETE").catch((error: unknown) => {
    if (!isRefusal(error, "unauthorized")) throw error
  })
  forgetAll()
}

/** Forgets all that was read for the user, and shows the sign-in. */
export function forgetAll(): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
  queries.setQueryData(key, null)
}

export const readSessionAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: key })
