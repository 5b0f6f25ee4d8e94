/**
 * The units of time. An instant is epoch milliseconds (`now`) or an epoch minute; a day is a whole number of days since
 * 1970-01-01, on UTC's calendar or on a zone's.
 */

export const minutesPerDay = 1_440
export const secondsPerHour = 3_600
export const secondsPerDay = 86_400
export const msPerMinute = 60_000
export const msPerHour = 3_600_000
export const msPerDay = 86_400_000

/** The epoch minute that an instant lies in. */
export const minuteOf = (ms: number): number => Math.floor(ms / msPerMinute)

/** UTC's date at an instant. */
export const utcDayOf = (ms: number): number => Math.floor(ms / msPerDay)
