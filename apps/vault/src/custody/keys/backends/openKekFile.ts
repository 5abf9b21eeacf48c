import { stat } from 'node:fs/promises'
import { createKekFile, readKeks, replaceKeks } from '../kekFile.js'
import type { KekBackend } from './kekBackend.js'

/** The key in a file that is readable for this account alone. */
export function openKekFile(file: string): KekBackend {
  return {
    place: file,
    look: 1_000,
    read: () => readKeks(file),
    readVersion: async () => {
      const { mtimeMs, ino, size } = await stat(file)
      return `${mtimeMs} ${ino} ${size}`
    },
    create: (kek) => createKekFile(file, kek),
    replace: (keks) => replaceKeks(file, keks),
  }
}
