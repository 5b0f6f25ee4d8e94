/**
 * The lines in which openapi-python-client says that it left something out. The one upload stays: the program takes no images.
 */
export const pythonClientWarnings = (said: string): string[] =>
  said
    .split("\n")
    .filter((line) => /^(WARNING|ERROR|Unable to process) /.test(line))
    .filter((line) => !line.includes("PUT /api/v1/company/logo"))
