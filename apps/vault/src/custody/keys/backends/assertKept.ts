import type { KekBackend } from './kekBackend.js'

/** Reads what was written. Throws where it is not there, as whole wallets depend on it. */
export async function assertKept(
  { place, read }: Pick<KekBackend, 'place' | 'read'>,
  keks: readonly Uint8Array[],
): Promise<void> {
  const kept = await read()
  if (kept?.length !== keks.length || !keks.every((kek, index) => kept[index]?.equals(kek)))
    throw new Error(`${place} does not hold what was written to it.`)
}
