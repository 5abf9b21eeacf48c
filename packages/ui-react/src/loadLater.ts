import { loadModule } from '@latchkey/core'

/** Loads what few apps ask for; see later.ts. */
export function loadLater(): Promise<typeof import('./later.js')> {
  return loadModule(() => import('./later.js'))
}
