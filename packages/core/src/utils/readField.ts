/** A field of an object of unknown make: a getter that throws says as little as a missing field. */
export function readField(record: object, field: string): unknown {
  try {
    return (record as Record<string, unknown>)[field]
  } catch {
    return undefined // what cannot be read cannot be known
  }
}
