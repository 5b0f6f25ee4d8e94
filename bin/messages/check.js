/** Says what is wrong with the message files, else writes their types; these and the inputs of forms are what the check of types needs. */
import { writeFormInputs } from "../form-inputs.js"
import { CATALOGUES, LANGUAGES, readCatalogue } from "./catalogues.js"
import { judge } from "./judge.js"
import { writeTypes } from "./types.js"

const faults = CATALOGUES.flatMap((folder) => {
  const catalogue = Object.fromEntries(
    LANGUAGES.map((language) => [language, readCatalogue(folder, language)]),
  )
  return judge(catalogue).map((fault) => `${folder}: ${fault}`)
})
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length === 0) writeTypes()
writeFormInputs()
process.exitCode = faults.length === 0 ? 0 : 1
