/** A session of a class with who comes, as its panels read it. */
import { type Answer, api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { readBoardsAgain } from "./board-data.ts"

export type Session = Answer<"readClassSession">
export type Attendee = NonNullable<Session["attendees"]>[number]

export const sessionOf = (id: number) => ({
  queryKey: ["class-session", id] as const,
  queryFn: () => api.readClassSession({ id }),
})

export const readSessionAgain = (id: number) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ["class-session", id] }),
    queries.invalidateQueries({ queryKey: ["sessions-to-come"] }),
    queries.invalidateQueries({ queryKey: ["appointments-of"] }),
    queries.invalidateQueries({ queryKey: ["history"] }),
    readBoardsAgain(),
  ])
