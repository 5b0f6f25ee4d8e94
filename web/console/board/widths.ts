/** How wide the window is, where styles alone do not do. */
import { useLayoutEffect, useState } from "preact/hooks"

const phone = matchMedia("(max-width: 640px)")
/** A tablet, or half a screen. */
const tablet = matchMedia("(max-width: 1200px)")

export const useIsPhone = () => useMatches(phone)
export const useIsTablet = () => useMatches(tablet)

function useMatches(width: MediaQueryList): boolean {
  const [matches, setMatches] = useState(width.matches)
  useLayoutEffect(() => {
    const follow = () => setMatches(width.matches)
    width.addEventListener("change", follow)
    return () => width.removeEventListener("change", follow)
  }, [width])
  return matches
}
