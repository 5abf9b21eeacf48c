import type { AdapterInstance } from '../../adapter.js'
import type { Connector } from '../../connector.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { loadModule } from '../../utils/loadModule.js'

/** What began outside of this page's modal. */
export type Begun =
  /** Stored connections; milliseconds since the epoch. */
  | { readonly startedAt: number }
  /** An adapter that shares wallets with another library. */
  | { readonly namespace: Namespace; readonly adapter: AdapterInstance }
  /** A connector that the visitor comes back to from a provider. */
  | { readonly connector: Connector }

/**
 * Loads what goes on with it, and lets it. Apart from that, and from what a first page loads: bundlers write the names of all
 * files that a dynamic import needs beside it, and those of these are many.
 */
export async function goOnWith(modal: Modal, begun: Begun): Promise<void> {
  if ('startedAt' in begun) {
    const { reconnect } = await loadModule(() => import('./reconnect.js'))
    if (modal.getState().status === 'ready') reconnect(modal, begun.startedAt)
  } else if ('adapter' in begun) {
    const { followAdapter } = await loadModule(() => import('./followAdapter.js'))
    followAdapter(modal, begun.namespace, begun.adapter)
  } else {
    const { resumeSocialLogin } = await loadModule(() => import('../social/resumeSocialLogin.js'))
    await resumeSocialLogin(modal, begun.connector)
  }
}
