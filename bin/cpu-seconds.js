/**
 * The processor's time that a command takes with all that it started and that has ended, by the shell's own count: Node knows no
 * such figure of its children.
 */

/** The command for `spawn` that runs a program and writes its times to the file descriptor 3. */
export const timed = (program, args) => [
  "sh",
  ["-c", '"$@" 3>&-; status=$?; times >&3; exit $status', "sh", program, ...args],
]

/** The seconds in what `times` prints: user and system, of the shell and of its children. */
export const cpuSecondsIn = (times) =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
