import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, wherever a script was started from. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
