import type { WaitingJoinedView, WaitingJoinInput } from "../../../domain/contracts/waiting.ts"
import { isUnreachable } from "../../shared/waiting/joining.ts"
import type { Action } from "./actions.ts"
import { registration, type WriteKeys } from "./book.ts"
import type { PublicPageClient } from "./client.ts"
import { failureActions } from "./outcomes.ts"
import type { State } from "./state.ts"
import { followingTypes, type Wish } from "./wish.ts"

/**
 * Registers a new customer, then puts them on the waiting list. Null where that failed; `tell` has said why, but for
 * `unreachable`: no offer could reach them by what they ticked.
 *
 * @param tell is called after each write, so that a registration is kept when joining fails
 */
export async function joinList(
  state: State,
  wish: Wish,
  wishes: Omit<WaitingJoinInput, "typeId" | "thenTypeIds" | "sameProvider">,
  client: PublicPageClient,
  keys: WriteKeys,
  tell: (actions: Action[]) => void,
): Promise<WaitingJoinedView | "unreachable" | null> {
  const visit = state.verifiedVisit!
  tell([{ type: "started" }])
  if (visit.customer === null) {
    const registered = await client.register(registration(state), visit.visitToken, keys.register)
    if (!registered.ok) {
      tell(await failureActions(registered, client))
      return null
    }
    tell([{ type: "registered", verifiedVisit: registered.data }])
  }
  const input = { typeId: wish.typeId, ...followingTypes(wish), ...wishes }
  const joined = await client.join(input, visit.visitToken, keys.book)
  if (joined.ok) return joined.data
  if (isUnreachable(joined)) {
    tell([{ type: "failed", notice: null }])
    return "unreachable"
  }
  tell(await failureActions(joined, client))
  return null
}
