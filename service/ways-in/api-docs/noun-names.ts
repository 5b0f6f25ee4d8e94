/** `API keys` is ApiKey. */
export const singular = (noun: string) =>
  noun
    .toLowerCase()
    .replace(/s$/, "")
    .replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `silent_channels` is SilentChannels. */
export const pascal = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)(\w?)/g, (_, letter: string) => letter.toUpperCase())
