import { loadModule } from '../../utils/loadModule.js'

/** Loads what few connections need; see later.ts. */
export function loadLater(): Promise<typeof import('./later.js')> {
  return loadModule(() => import('./later.js'))
}
