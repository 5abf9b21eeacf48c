/** Where the key-encryption key is kept. What it gives is erased by who asked for it: each answer is a copy. */
export type KekBackend = {
  /** How operators are told of it; no secret. */
  readonly place: string
  /** Milliseconds between two looks of a running custody, which goes on with what it has where a look fails. */
  readonly look: number
  /** The keys, 32 bytes each, the oldest first: one, or two while it is exchanged. Undefined where there is none. Throws why it cannot say. */
  readonly read: () => Promise<readonly Buffer[] | undefined>
  /** Is another one where the keys may be others than before; tells nothing of them. */
  readonly readVersion: () => Promise<string>
  /**
   * Keeps a first key, on disk or what counts as such when it resolves, and never in place of another one. Gives what is kept then: where
   * somebody was faster, theirs. Throws {@link ReadOnlyKekError} where nothing can be written.
   */
  readonly create: (kek: Uint8Array) => Promise<readonly Buffer[]>
  /** Keeps these and no others, all at once: whoever reads finds the ones of before or these. Throws {@link ReadOnlyKekError}. */
  readonly replace: (keks: readonly Uint8Array[]) => Promise<void>
}

/** The key-encryption key can be read from here and not be written: who looks after it does that by hand. */
export class ReadOnlyKekError extends Error {
  override readonly name = 'ReadOnlyKekError'

  constructor(place: string) {
    super(`The key-encryption key of ${place} can only be read from here. Write it where it is kept.`)
  }
}

/** Reads what was written. Throws where it is not there, as whole wallets depend on it. */
export async function assertKept(
  { place, read }: Pick<KekBackend, 'place' | 'read'>,
  keks: readonly Uint8Array[],
): Promise<void> {
  const kept = await read()
  if (kept?.length !== keks.length || !keks.every((kek, index) => kept[index]?.equals(kek)))
    throw new Error(`${place} does not hold what was written to it.`)
}
