/** The device of a session, as people name it: "Chrome · Windows". The whole user agent is its title. */

/** The first that fits counts: most browsers name others too. */
const browsers = [
  [/Edg/, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const
const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh/, "Mac"],
  [/Linux/, "Linux"],
] as const

export function Device({ userAgent }: { userAgent: string }) {
  const named = [browsers, systems].flatMap(
    (kinds) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
  return (
    <strong class="device cut" title={userAgent}>
      {named.length > 0 ? named.join(" · ") : userAgent}
    </strong>
  )
}
