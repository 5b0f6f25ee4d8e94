/** Asks the server what the clocks of zones show that only the visitor's side knows of. */
import { send } from "./api.ts"
import { hasClock, zoneOfVisitor } from "./zones.ts"

/** True where times can be shown in the zone: asks the server unless it has said so before. */
async function fetchClock(zone: string): Promise<boolean> {
  return (
    hasClock(zone) || (await send({ method: "GET", path: `/api/clocks?zone=${encodeURIComponent(zone)}` })).ok
  )
}

/** Finds the zone of the visitor's device; `isShown` when times will be shown in it. */
export function findVisitorZone(isShown: boolean, found: (zone: string) => void): void {
  const zone = zoneOfVisitor()
  if (!isShown || hasClock(zone)) found(zone)
  else fetchClock(zone).then(() => found(zone))
}

/** Does what the visitor wants; showing times in another zone waits for its clock, and is left when there is none. */
export function onceClockIsKnown<Action extends { type: string; zone?: string }>(
  action: Action,
  dispatch: (action: Action) => void,
): void {
  const { type, zone } = action
  if (type !== "pickZone" || !zone || hasClock(zone)) dispatch(action)
  else fetchClock(zone).then((isKnown) => isKnown && dispatch(action))
}
