/** Where the key-encryption key is stored. Callers erase what it returns: each result is a copy. */
export type KekBackend = {
  /** Names the place for operators; not secret. */
  readonly place: string
  /** Milliseconds between two polls of a running process, which keeps its keys if a poll fails. */
  readonly pollInterval: number
  /** The keys, 32 bytes each, oldest first: one, or two during a rotation. Undefined if there is none. Throws if it can't say. */
  readonly read: () => Promise<readonly Buffer[] | undefined>
  /** Changes whenever the keys may have changed; reveals nothing about them. */
  readonly readVersion: () => Promise<string>
  /**
   * Stores a first key durably, never replacing another one. Returns what is stored: if another process was faster, its key. Throws {@link
   * ReadOnlyKekError} if the backend is read-only.
   */
  readonly create: (kek: Uint8Array) => Promise<readonly Buffer[]>
  /** Replaces all keys atomically: readers find the old keys or the new ones. Throws {@link ReadOnlyKekError}. */
  readonly replace: (keks: readonly Uint8Array[]) => Promise<void>
}

/** Thrown if the key-encryption key can be read but not written: the operator has to write it by hand. */
export class ReadOnlyKekError extends Error {
  override readonly name = 'ReadOnlyKekError'

  constructor(place: string) {
    super(`The key-encryption key of ${place} can only be read from here. Write it where it is kept.`)
  }
}

/** Reads back what was written. Throws if it isn't there, as all wallets depend on it. */
export async function assertKept(
  { place, read }: Pick<KekBackend, 'place' | 'read'>,
  keks: readonly Uint8Array[],
): Promise<void> {
  const kept = await read()
  if (kept?.length !== keks.length || !keks.every((kek, index) => kept[index]?.equals(kek)))
    throw new Error(`${place} does not contain the key that was written to it.`)
}
