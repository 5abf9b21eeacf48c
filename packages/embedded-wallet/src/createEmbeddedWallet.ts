import { apiVersion, type ConnectorPlugin, loadModule } from '@latchkey/core'
import { createConnector, name } from './createConnector.js'
import type { EmbeddedWalletOptions } from './options.js'

/**
 * A wallet that belongs to a login by email, on EVM and Solana. Its keys are held by a secure site, in a frame of which the
 * visitor approves what is signed. This is the part that a first page loads; all else comes with the first login, or after it.
 *
 * @example createModal({ adapters: [evm(), solana(), embeddedWallet({ frameUrl: 'https://wallet.example/' })] })
 */
export function embeddedWallet(options: EmbeddedWalletOptions = {}): ConnectorPlugin {
  return {
    kind: 'connector',
    apiVersion,
    name,
    networks: options.networks,
    setup: (context) =>
      createConnector({
        context,
        accountUrl: options.accountUrl,
        load: async (meta, emit, result) =>
          (await loadModule(() => import('./createRemote.js'))).createRemote({ meta, context, options, emit, result }),
      }),
  }
}
