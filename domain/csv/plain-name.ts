/** Names as people compare them: without accents, capitals and needless space. */
export const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()

export const isSameName = (one: string, other: string): boolean => plainName(one) === plainName(other)
