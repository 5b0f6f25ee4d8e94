/** Columns that follow a file's own in the file of results. */
export const resultColumns = [
  ...["fate", "id", "field", "reason", "differs"],
  ...["in_notes", "opted_out"],
] as const
