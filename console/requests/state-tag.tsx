import { useWords } from "../words/words.ts"
import type { Status } from "./request-data.ts"

const tags: Record<Status, string> = {
  open: "tag warn",
  scheduled: "tag ok",
  expired: "tag bad",
  cancelled: "tag",
}

/** The state of a request. */
export function StateTag({ status }: { status: Status }) {
  return <span class={tags[status]}>{useWords().requests.states[status]}</span>
}
