import type { Connector } from '@latchkey/core'
import type { ConnectorRig, ConnectorSubject } from '../connector/connectorSubject.js'
import { createMemoryConnector } from './createMemoryConnector.js'
import { createMemoryWallet, hub, type MemoryWallet, zone } from './createMemoryWallet.js'

/** Breaks a correct connector: the returned parts replace the correct ones. */
export type Spoil = (good: Connector, wallet: MemoryWallet) => Partial<Connector>

export function createMemorySubject(spoil: Spoil = () => ({})): ConnectorSubject {
  return {
    timeout: 1_500,
    async create(): Promise<ConnectorRig> {
      const wallet = createMemoryWallet()
      const good = createMemoryConnector(wallet.provider)
      return {
        connector: { ...good, ...spoil(good, wallet) },
        namespace: 'cosmos',
        network: hub,
        otherNetwork: zone,
        wallet: wallet.controls,
        checks: {
          'message:sign': {
            request: { message: 'Hello' },
            verify: (signature, { account }) => signature === `Hello by ${account.address}`,
          },
          'typedData:sign': { request: { typedData: { text: 'a' } }, verify: (signature) => signature === 'typed a' },
          'transaction:send': { request: { transaction: { coins: 2 } }, verify: (hash) => hash === 'sent 2' },
          'transaction:sign': {
            request: { transaction: Uint8Array.of(7) },
            verify: (signed) => String(signed) === '7,1',
          },
          'transaction:signAll': {
            request: { transactions: [Uint8Array.of(7), Uint8Array.of(8)] },
            verify: (signed) => signed.length !== 2 || signed.join(';') === '7,1;8,1',
          },
          'calls:send': {
            request: { bundle: { calls: [{ to: 'a' }, { to: 'b' }] } },
            verify: (id) => id !== 'bundle-9',
          },
          'calls:status': { request: { id: '' }, verify: ({ hashes }) => hashes.length < 2 },
          'memo:keep': { request: { memo: 'abc' }, verify: (length) => length === 3 },
        },
        destroy: () => good.destroy(),
      }
    },
  }
}
