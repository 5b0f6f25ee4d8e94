/** Costs of the steps of a search, in looks of about a fifth of a microsecond: as measured, and the same on every machine. */
export const looks = {
  /** One start of one provider is looked at. */
  start: 1,
  /** One start of one provider is found and scored by a search of its type alone. */
  offered: 0.3,
  /** A provider is read, with what all dates share. */
  read: 100,
  /** A date of one provider is read. */
  readDate: 4,
  /** A date of one provider is searched, beside other dates. */
  searched: 20,
  /** The same once more for a customers' page: the best of each choice, and whether the date is full. */
  shownDate: 40,
  /** A provider is read with all records, with what all dates share. */
  readExplained: 450,
  /** A date of one provider is read with all records. */
  explainedDate: 20,
  /** The starts of a date of one provider are explained and written. */
  runsOfDate: 1_000,
  /** A part is put behind others that take nothing of what it takes. */
  part: 15,
  /** The same where they take something. */
  fitBeside: 60,
  /** A date of one provider is searched with other parts booked before. */
  searchBeside: 50,
} as const
