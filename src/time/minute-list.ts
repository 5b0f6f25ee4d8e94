/** Numbers per piece of memory: 64 KB, some dozens of searches. */
const CHUNK = 16_384

/**
 * Builds one list of whole numbers after another in a shared stretch of memory. A list that is taken keeps its part of
 * it for good; so a search of many providers makes thousands of lists with few allocations, and no list is ever
 * written to again.
 */
export class MinuteList {
  private memory = new Int32Array(CHUNK)
  private begin = 0
  private end = 0

  /** How many numbers the list that is being built holds. */
  get length(): number {
    return this.end - this.begin
  }

  push(item: number): void {
    if (this.end === this.memory.length) this.moveOn(1)
    this.memory[this.end++] = item
  }

  /** Adds `first`, `first + step` … up to `last`; nothing when `last` is before `first`. */
  pushSteps(first: number, last: number, step: number): void {
    const room = Math.floor((last - first) / step) + 1
    if (this.end + room > this.memory.length) this.moveOn(room)
    const memory = this.memory
    let end = this.end
    for (let item = first; item <= last; item += step) memory[end++] = item
    this.end = end
  }

  /** The list as it stands; the next number begins another. */
  take(): Int32Array {
    const list = this.memory.subarray(this.begin, this.end)
    this.begin = this.end
    return list
  }

  /** Goes on in new memory, with room for at least so many more numbers. */
  private moveOn(room: number): void {
    const built = this.memory.subarray(this.begin, this.end)
    this.memory = new Int32Array(Math.max(CHUNK, (built.length + room) * 2))
    this.memory.set(built)
    this.begin = 0
    this.end = built.length
  }
}
