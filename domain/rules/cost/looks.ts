export const looksPerMs = 8_000

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
  searched: 14,
  /** The same once more for a customers' page: the best of each choice, and whether the date is full. */
  shownDate: 10,
  /** A provider is read with all records, with what all dates share. */
  readExplained: 200,
  /** A date of one provider is read with all records. */
  explainedDate: 20,
  /** The starts of a date of one provider are explained and written. */
  runsOfDate: 700,
  /** Each start of a date that is judged by itself: one of a crew, for each possible member. */
  crewStart: 13,
  /** The same of a visit with drives. */
  drivenStart: 1_800,
  /** The same of a job over several days, for each of them. */
  longStart: 300,
  /** The same of a job of steps. */
  steppedStart: 400,
  /** A visit is judged to be in the way of a window, times the visits that are planned without it. */
  visitInTheWay: 950,
  /** A window of a date is planned beside one visit of the team. */
  plannedVisit: 450,
  /** The drives of one start are judged. */
  driven: 2,
  /** Beside one start is looked for one more provider of a crew, times those who come. */
  beside: 0.02,
  /** One start of one provider is found for the board, with who else could take it. */
  lit: 1.6,
  /** A date of one provider is drawn on the board and written. */
  drawnDate: 500,
  /** Another time is proposed for an appointment, for each provider. */
  proposed: 640,
  /** A way in which several types can't follow one another is explained and written. */
  failing: 450,
  /** A part is put behind others that take nothing of what it takes. */
  part: 15,
  /** The same where they take something. */
  fitBeside: 60,
  /** A date of one provider is searched with other parts booked before. */
  searchBeside: 50,
} as const
