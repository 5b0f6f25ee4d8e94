/** The signed-in user and their company. */
import { type Answer, api, isRefusal, sendSignIn, speakFor } from "./api/client.ts"
import { queries, useQuery } from "./api/queries.ts"
import { keepDistanceUnit } from "./distances.ts"
import { keepZones } from "./formats.ts"
import { presentAddress } from "./router.ts"

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
    const user = await api.readOwnUser()
    speakFor(user.session_id)
    return { user, company: await readCompany() }
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
    keepDistanceUnit(company.distance_unit)
    return company
  } catch (error) {
    if (isRefusal(error, "enrolment_needed")) return null
    if (isRefusal(error, "forbidden")) return leaveForOwnDay()
    throw error
  }
}

/**
 * A user with a seat works on the own day alone: the console is not for them, and nothing of it is shown until the page has
 * changed.
 */
function leaveForOwnDay(): Promise<never> {
  location.replace("/my-day")
  return new Promise(() => {})
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
  speakFor(null)
  await sendSignIn("POST", "/session", body)
  await queries.fetchQuery({ ...options, staleTime: 0 })
}

const wantedKey = "appointed.console.wanted"

/** Leaves for the page of the company's identity provider. Throws `Refusal`: `identity_provider_not_set_up` and others. */
export async function leaveForProvider(company: string): Promise<void> {
  const { url } = await sendSignIn<{ url: string }>("POST", "/provider", { company })
  const { path, query } = presentAddress()
  if (path !== signInPath) sessionStorage.setItem(wantedKey, query.size === 0 ? path : `${path}?${query}`)
  location.assign(url)
}

/** The address to which the browser comes back from the company's identity provider. */
export const signInPath = "/sign-in"

/** The address that was asked for before signing in, else the board. */
export function takeWanted(): string {
  const wanted = sessionStorage.getItem(wantedKey) ?? "/"
  sessionStorage.removeItem(wantedKey)
  return wanted
}

export async function signOut(): Promise<void> {
  await sendSignIn("DELETE", "/session").catch((error: unknown) => {
    if (!isRefusal(error, "unauthorized")) throw error
  })
  forgetAll()
}

/** The key under which this tab keeps the palette's last choices: names of customers, which leave with the user. */
export const recentKey = "appointed.console.recent"

/** Forgets all that was read for the user, and shows the sign-in. */
export function forgetAll(): void {
  sessionStorage.removeItem(recentKey)
  speakFor(null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
  queries.setQueryData(key, null)
}

export const readSessionAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: key })

/** A setting may change much: the company, the board, offered times, names everywhere. */
export async function readAllAgain(): Promise<void> {
  await Promise.all([
    readSessionAgain(),
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] }),
  ])
}
