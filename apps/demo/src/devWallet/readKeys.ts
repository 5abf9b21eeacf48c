/** Keys that the visitor, or a test, has put in place of the given ones. */
export function readKeys(name: string, byDefault: readonly string[]): readonly string[] {
  const stored = localStorage.getItem(name)
  return stored ? (JSON.parse(stored) as readonly string[]) : byDefault
}
