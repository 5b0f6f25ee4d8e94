/** Requests that only a person who signs in can make: without a second factor, while one is set up, and with one. */
import type { Mount } from "../../service/ways-in/http/mount.ts"
import { make } from "../support/story.ts"
import { totpCode } from "../support/totp.ts"
import { makeUser, password, signedIn } from "../support/users.ts"
import type { Sending } from "./wire.ts"
import type { World } from "./world.ts"

interface Person {
  id: number
  token: string
  /** The secret of the app; empty where none was set up. */
  secret: string
}

export interface People {
  plain: Person
  /** The right request of a mount that is for people; null for all others. */
  requestFor(mount: Mount): Sending | null
}

export async function makePeople({ service, story }: World): Promise<People> {
  const signUp = async (): Promise<Person> => {
    const { id, email } = await makeUser(service)
    return { id, token: await signedIn(service, email), secret: "" }
  }
  const ask = async (path: string, body: object, key: string) =>
    (await service.api("POST", `/users/me/second-factor${path}`, body, { key })).body.data
  const begin = async (person: Person): Promise<Person> => {
    const { secret } = await ask("", { password }, person.token)
    return { ...person, secret }
  }
  const codeOf = ({ secret }: Person) => totpCode(secret, service.clock.now())

  const plain = await signUp()
  const begun = await begin(await signUp())
  const enrolled = await begin(await signUp())
  await ask("/confirm", { code: codeOf(enrolled) }, enrolled.token)
  service.clock.advanceMs(60_000)
  const sessions = await service.api("GET", "/users/me/sessions", undefined, { key: plain.token })
  const reset = await service.api("POST", `/users/${begun.id}/reset-link`, {})

  const { id } = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
    start_time: "2027-03-25T16:00:00.000Z",
  })
  const held = { start_time: "2027-03-25T18:00:00.000Z", hold_messages_seconds: 10 }
  const moved = await service.api("POST", `/appointments/${id}/reschedule`, held, { key: plain.token })

  const rights: Record<string, { by: Person; path?: string; body?: object }> = {
    "PUT /users/me/password": {
      by: plain,
      body: { current_password: password, new_password: "another long pass phrase" },
    },
    "DELETE /users/me/sessions": { by: plain },
    "DELETE /users/me/sessions/:id": {
      by: plain,
      path: `/users/me/sessions/${sessions.body.data[0].id}`,
    },
    "POST /users/me/second-factor": { by: plain, body: { password } },
    "POST /users/me/second-factor/confirm": { by: begun, body: { code: codeOf(begun) } },
    "POST /users/me/second-factor/recovery-codes": {
      by: enrolled,
      body: { password, code: codeOf(enrolled) },
    },
    "DELETE /users/me/second-factor": { by: enrolled, body: { password, code: codeOf(enrolled) } },
    "DELETE /sessions": { by: plain },
    "POST /undo/:token": { by: plain, path: `/undo/${moved.body.data.undo.token}` },
    "POST /password-resets": {
      by: plain,
      body: { token: reset.body.data.token, new_password: "another long pass phrase" },
    },
  }
  return {
    plain,
    requestFor({ method, path }) {
      const right = rights[`${method} ${path}`]
      if (!right) return null
      const { by, body } = right
      return {
        method,
        path: `/api/v1${right.path ?? path}`,
        headers: {
          authorization: `Bearer ${by.token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
    },
  }
}
