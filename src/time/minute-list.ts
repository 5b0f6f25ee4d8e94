/**
 * A growing list of whole numbers that keeps its memory between uses, so that a search of thousands of starts
 * allocates only its answer.
 */
export class MinuteList {
  items = new Int32Array(1024)
  length = 0

  clear(): void {
    this.length = 0
  }

  push(item: number): void {
    if (this.length === this.items.length) this.#grow()
    this.items[this.length++] = item
  }

  /** Adds `first`, `first + step` … up to `last`, which may be below `first`. */
  pushSteps(first: number, last: number, step: number): void {
    if (first > last) return
    const count = Math.floor((last - first) / step) + 1
    while (this.length + count > this.items.length) this.#grow()
    const items = this.items
    let length = this.length
    for (let item = first; item <= last; item += step) items[length++] = item
    this.length = length
  }

  /** A copy of what the list holds now. */
  toArray(): Int32Array {
    return this.items.slice(0, this.length)
  }

  #grow(): void {
    const larger = new Int32Array(this.items.length * 2)
    larger.set(this.items)
    this.items = larger
  }
}
