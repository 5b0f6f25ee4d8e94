/**
 * Ends the process with one sentence on a Node that is too old. Each script of package.json imports this alone by name and
 * the rest by `await import(…)`: an import of a name that an older Node does not have fails before any line runs.
 */
const needed = 20
const running = process.versions.node

if (Number.parseInt(running, 10) < needed) {
  process.stderr.write(
    `This is Node ${running}, and Appointed needs Node ${needed} or newer to start: install one from your system or from the makers of Node, and run this again.\n`,
  )
  process.exit(1)
}
