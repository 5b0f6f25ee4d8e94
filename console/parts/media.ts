/** The window's state, where styles alone do not do: its width, and the scheme of its colours. */
import { useLayoutEffect, useState } from "preact/hooks"

const phone = matchMedia("(max-width: 640px)")
/** A tablet, or half a screen: what is not wide. */
const tablet = matchMedia("(max-width: 1279px)")
/** There is room beside the board. */
const wide = matchMedia("(min-width: 1280px)")
const darkScheme = matchMedia("(prefers-color-scheme: dark)")

export const useIsPhone = () => useMatches(phone)
export const useIsTablet = () => useMatches(tablet)
export const useIsWide = () => useMatches(wide)
export const useIsDark = () => useMatches(darkScheme)

function useMatches(media: MediaQueryList): boolean {
  const [matches, setMatches] = useState(media.matches)
  useLayoutEffect(() => {
    const follow = () => setMatches(media.matches)
    follow()
    media.addEventListener("change", follow)
    return () => media.removeEventListener("change", follow)
  }, [media])
  return matches
}
