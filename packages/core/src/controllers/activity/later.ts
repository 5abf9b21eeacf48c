import { loadModule } from '../../utils/loadModule.js'

// What a list of transactions needs some time after it is there. A file between, so that what reads it first has no list of
// the files that these need.

/** Loads `keepNewest`. */
export function loadKeeping(): Promise<typeof import('./keepNewest.js')> {
  return loadModule(() => import('./keepNewest.js'))
}
