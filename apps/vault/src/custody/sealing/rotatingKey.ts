/** One of several keys for the same purpose. */
export type KeyVersion = {
  /** 8 bytes, which stand before what was sealed with it. */
  readonly id: Buffer
  readonly key: Buffer
}

/** A key that is exchanged from time to time. */
export type RotatingKey = {
  /** Seals. */
  readonly current: KeyVersion
  /** Open; the oldest comes first. */
  readonly all: readonly KeyVersion[]
}

export const idSize = 8

/** What is there is of a key that this process does not have, e.g. as another one's was exchanged. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}

/** The key that bytes were made with, and what stands behind its id. What bears none is of the time before there were ids. */
export function splitVersion(
  { all }: RotatingKey,
  bytes: Uint8Array,
): { readonly key: Buffer; readonly id: Buffer | undefined; readonly rest: Buffer } {
  const whole = Buffer.from(bytes)
  const version = all.find(({ id }) => id.equals(whole.subarray(0, idSize)))
  if (version) return { key: version.key, id: version.id, rest: whole.subarray(idSize) }
  const [oldest] = all
  if (!oldest) throw new UnknownKeyError('There is no key.')
  return { key: oldest.key, id: undefined, rest: whole }
}
