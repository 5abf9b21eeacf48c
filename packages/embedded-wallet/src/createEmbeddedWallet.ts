import { apiVersion, type ConnectorPlugin, loadModule } from '@latchkey/core'
import { createConnector, name } from './createConnector.js'
import type { EmbeddedWalletOptions } from './options.js'

/**
 * A wallet created by a login (email, social or Farcaster), on EVM and Solana. A secure site holds its keys, in a frame where the
 * user approves what is signed. Only the connector is loaded with the page; the frame client is loaded with the first login, or
 * right away after an earlier one.
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
        logins: options.providers,
        load: async (meta, emit, result) =>
          (await loadModule(() => import('./createRemote.js'))).createRemote({ meta, context, options, emit, result }),
      }),
  }
}
