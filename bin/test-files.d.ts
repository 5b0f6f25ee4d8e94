export const hostTests: Readonly<Record<string, readonly string[]>>
export function testFiles(): string[]
export function projectOfFile(path: string): string
export function filesOf(project: string): string[]
export function hasTests(project: string, filters: readonly string[]): boolean
