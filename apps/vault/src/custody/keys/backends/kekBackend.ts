/** Storage of the key-encryption key. Callers erase the returned keys: each result is a copy. */
export type KekBackend = {
  /** Names the place for operators; not secret. */
  readonly place: string
  /** Milliseconds between two polls of a running process, which keeps its keys if a poll fails. */
  readonly pollInterval: number
  /**
   * The keys, 32 bytes each, oldest first: one, or two during a rotation. Undefined if there is none. Throws if this
   * can't be determined.
   */
  readonly read: () => Promise<readonly Buffer[] | undefined>
  /** Changes whenever the keys may have changed; reveals nothing about them. */
  readonly readVersion: () => Promise<string>
  /**
   * Stores the first key durably, never replacing another one. Returns the stored key, which is another process's if
   * that was faster. Throws {@link ReadOnlyKekError} if the backend is read-only.
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

/** Reads back the written keys. Throws if they aren't there, as all wallets depend on them. */
export async function assertKept(
  { place, read }: Pick<KekBackend, 'place' | 'read'>,
  keks: readonly Uint8Array[],
): Promise<void> {
  const kept = await read()
  if (kept?.length !== keks.length || !keks.every((kek, index) => kept[index]?.equals(kek)))
    throw new Error(`${place} does not contain the key that was written to it.`)
}
