import { loadModule } from '@latchkey/core'

/** Loads what not every list of transactions needs; see later.ts. */
export function loadLater(): Promise<typeof import('./later.js')> {
  return loadModule(() => import('./later.js'))
}
