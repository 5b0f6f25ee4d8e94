/** A wait as people say it: seconds up to a minute and a half, then minutes, then hours, rounded up. */
export function waitTime(locale: string, seconds: number): string {
  const say = (value: number, unit: "second" | "minute" | "hour") =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(value))
  if (seconds <= 90) return say(seconds, "second")
  return seconds <= 5_400 ? say(seconds / 60, "minute") : say(seconds / 3_600, "hour")
}
