import type { Env, SettingName } from "./env.ts"

/** One mistake: what is wrong with a setting, and what it should be. Never holds a secret's value. */
export type Mistake = { setting: SettingName; wrong: string; expected: string }

/** All mistakes in the settings at once. */
export class ConfigError extends Error {
  override name = "ConfigError"
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.map(
      ({ setting, wrong, expected }) => `  ${setting} ${wrong}. Expected: ${expected}.`,
    )
    super(`The settings do not allow a start:\n${lines.join("\n")}`)
    this.mistakes = mistakes
  }
}

/** Reads typed values out of the settings and collects every mistake on the way. */
export class SettingsReader {
  readonly mistakes: Mistake[] = []
  readonly #env: Env

  constructor(env: Env) {
    this.#env = env
  }

  /** The setting's text; null when it is absent or empty. */
  text(setting: SettingName): string | null {
    return this.#env[setting] || null
  }

  /** True where the setting is there, be it empty. */
  isSet(setting: SettingName): boolean {
    return this.#env[setting] !== undefined
  }

  refuse(setting: SettingName, wrong: string, expected: string): void {
    this.mistakes.push({ setting, wrong, expected })
  }

  choice<T extends string>(setting: SettingName, choices: readonly T[], fallback: T): T {
    const value = this.text(setting)
    if (value === null) return fallback
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) this.refuse(setting, `is "${value}"`, `one of ${choices.join(", ")}`)
    return chosen ?? fallback
  }

  integer(setting: SettingName, range: { from: number; to: number }, fallback: number): number {
    const value = this.text(setting)
    if (value === null) return fallback
    const number = Number(value)
    if (/^-?\d+$/.test(value) && number >= range.from && number <= range.to) return number
    this.refuse(setting, `is "${value}"`, `a whole number from ${range.from} to ${range.to}`)
    return fallback
  }

  /** An absolute http or https address without path, as `scheme://host[:port]`; null when absent or wrong. */
  origin(setting: SettingName): string | null {
    const value = this.text(setting)
    if (value === null) return null
    const url = URL.parse(value)
    const isBare = url && url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password
    if (isBare && (url.protocol === "https:" || url.protocol === "http:")) return url.origin
    this.refuse(setting, `is "${value}"`, "an address such as https://api.example.com, without a path")
    return null
  }

  /** A text of a given form, described by a pattern; null when absent or wrong. The value is not repeated. */
  matching(setting: SettingName, pattern: RegExp, expected: string): string | null {
    const value = this.text(setting)
    if (value === null || pattern.test(value)) return value
    this.refuse(setting, "has another form", expected)
    return null
  }
}
