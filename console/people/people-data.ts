/** The reads about people who sign in. */
import { api, type Row } from "../api/client.ts"
import { queries } from "../api/queries.ts"

export type Person = Row<"listUsers">

const atOnce = 100

export const personOf = (id: number) => ({
  queryKey: ["people", id] as const,
  queryFn: () => api.readUser({ id }),
})

export const sessionsOf = (id: number) => ({
  queryKey: ["people", id, "sessions"] as const,
  queryFn: () => api.listUserSessions({ id, limit: atOnce }),
})

export const readPeopleAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ["people"] })

export type State = "active" | "invited" | "disabled"

/** The state of a person. In a company with an identity provider, people without a password have come in all the same. */
export const stateOf = ({ active, password_set }: Person, hasProvider: boolean): State =>
  !active ? "disabled" : password_set || hasProvider ? "active" : "invited"
