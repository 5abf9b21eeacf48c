import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top folder of the repository, wherever a script was started from. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
