/** Gives SQL for the `blocks` of an appointment of one day. The start and the end are expressions of timestamptz. */
export const oneBlock = (startAt: string, endAt: string): string =>
  `jsonb_build_array(jsonb_build_object('start_time', ${isoOf(startAt)}, 'end_time', ${isoOf(endAt)}))`

const isoOf = (instant: string) => `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
