/** True for objects that are not arrays: what a JSON reply must be before its fields are read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of an object of unknown make: a getter that throws says as little as a missing field. */
export function readField(record: object, field: string): unknown {
  try {
    return (record as Record<string, unknown>)[field]
  } catch {
    return undefined // what cannot be read cannot be known
  }
}

/** The fields that have a value: what is undefined counts as absent. */
export function omitUndefined<fields extends object>(
  fields: fields,
): { [name in keyof fields]: Exclude<fields[name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
