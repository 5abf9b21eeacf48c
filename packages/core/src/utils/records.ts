/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a field of a foreign object. Undefined if its getter throws. */
export function readField(record: object, field: string): unknown {
  try {
    return (record as Record<string, unknown>)[field]
  } catch {
    return undefined // an unreadable field counts as missing
  }
}

/** Returns the fields that aren't undefined. */
export function omitUndefined<fields extends object>(
  fields: fields,
): { [name in keyof fields]: Exclude<fields[name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
