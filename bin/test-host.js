import "./node-version.js"

const { runHostFiles, runHostStages } = await import("./host-stages.js")
const { noteHostTestsRan } = await import("./host-tests.js")
const { buildPages } = await import("./pages.js")
const { prepare, root } = await import("./setup.js")
const { openStages } = await import("./stages.js")
const { installTrials } = await import("./trials.js")

/**
 * Runs what starts processes, packages and browsers of its own, or kills: all of it, or the files whose paths hold a word that is
 * given. All of it on a commit, passed, is noted: `.ci/run` goes by the note.
 */
const filters = process.argv.slice(2)
const node = prepare()
installTrials()
buildPages(root, node)
const stages = openStages()
if (filters.length > 0) await runHostFiles(node, stages, filters)
else await runHostStages(node, stages)
const isPassed = stages.failed() === 0 && stages.passed() > 0
const note = isPassed && filters.length === 0 ? noteHostTestsRan() : null
if (note) process.stdout.write(`noted in ${note}; commit it\n`)
process.stdout.write(`${stages.passed()} passed, ${stages.failed()} failed\n`)
process.exitCode = isPassed ? 0 : 1
