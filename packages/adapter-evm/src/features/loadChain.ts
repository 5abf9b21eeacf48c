import { loadModule } from '@latchkey/core'

/** Loads what reads a chain. */
export function loadChain(): Promise<typeof import('./createChainFeatures.js')> {
  return loadModule(() => import('./createChainFeatures.js'))
}
