/** A date on the weekday, 1 (Monday) to 7 (Sunday), by which a language names it. */
export const dateOfWeekday = (weekday: number): string => `2024-01-0${weekday}`
