import { internals, type Modal } from '../../modal.js'
import { lazily } from '../../utils/lazily.js'
import { loadModule } from '../../utils/loadModule.js'
import { createServiceSource } from './createServiceSource.js'
import type { WalletMemory } from './source.js'

/** Of this modal; the service of `services.wallets` is its source, else the list of this package. */
export function getWalletMemory(modal: Modal): WalletMemory {
  const inner = modal[internals]
  const { wallets } = inner.options.services
  inner.wallets ??= {
    loadSource: lazily(async () =>
      wallets === undefined
        ? (await loadModule(() => import('./createListSource.js'))).createListSource()
        : createServiceSource(modal, wallets),
    ),
    listings: new Map(),
    images: new Map(),
    seen: new Set(),
    isComplete: false,
    prefetch: undefined,
    reading: undefined,
  }
  return inner.wallets
}
