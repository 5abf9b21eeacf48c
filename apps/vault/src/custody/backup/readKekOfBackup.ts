import type { KekBackend } from '../keys/backends/kekBackend.js'

/** The keys that a backup may open with. Throws where there is none. */
export async function readKekOfBackup({ place, read }: KekBackend): Promise<readonly Buffer[]> {
  const keks = await read()
  if (!keks) throw new Error(`There is no key-encryption key at ${place}. A backup opens with its own only.`)
  return keks
}
