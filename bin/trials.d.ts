export function installTrials(): void
export function fromTrials(module: string): unknown
export function pathInTrials(file: string): string
