/** The word that a booking page is addressed by, as a name suggests it. */

/** "harbour-heating" of "Harbour Heating & Co." */
export const slugOf = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, 60)
