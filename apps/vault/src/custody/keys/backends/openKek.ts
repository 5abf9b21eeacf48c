import type { KekBackend } from './kekBackend.js'
import { openKekFile } from './openKekFile.js'

/** Where the key-encryption key is: one of the two. */
export type KekOptions = {
  /** A file with 32 bytes in hex; readable for this account only, and never beside the database. */
  readonly kekFile?: string | undefined
  /** Anything else, which counts where both are given. */
  readonly kek?: KekBackend | undefined
}

export function openKek({ kekFile, kek }: KekOptions): KekBackend {
  if (kek) return kek
  if (kekFile === undefined) throw new Error('It is not said where the key-encryption key is.')
  return openKekFile(kekFile)
}
