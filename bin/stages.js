/** The stages of a run, one after the other: each is closed with its outcome, its seconds and its time of the processor. */
export function openStages(budgets = {}) {
  const done = []
  const sum = (of) => done.reduce((all, stage) => all + (of(stage) ?? 0), 0)
  return {
    done,
    passed: () => sum(({ passed }) => passed),
    failed: () => sum(({ failed }) => failed),
    flaky: () => done.flatMap(({ flaky = [] }) => flaky),
    async run(name, work) {
      const startedAt = performance.now()
      process.stdout.write(`\n== ${name}\n`)
      const { passed, failed, cpuSeconds = null, flaky = [] } = await work()
      const seconds = (performance.now() - startedAt) / 1000
      done.push({ name, passed, failed, seconds, cpuSeconds, budget: budgets[name] ?? null, flaky })
      process.stdout.write(
        `== ${name}: ${passed} passed, ${failed} failed in ${seconds.toFixed(1)} s${cpuOf(done.at(-1))}\n`,
      )
      for (const test of flaky) process.stdout.write(`FLAKY, failed once and passed again: ${test}\n`)
    },
  }
}

/** Beside its budget, which fails nothing: a neighbour on the machine changes it. */
function cpuOf({ cpuSeconds, budget }) {
  if (cpuSeconds === null) return ""
  return `, ${cpuSeconds.toFixed(0)} s of the processor${budget === null ? "" : ` of ${budget} s`}`
}
