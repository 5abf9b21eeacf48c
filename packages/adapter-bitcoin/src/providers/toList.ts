/** A foreign list, as long as anybody would read; empty for anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : []
}
