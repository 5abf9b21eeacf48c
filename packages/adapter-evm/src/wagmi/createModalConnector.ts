import type { Modal } from '@latchkey/core'
import { disconnect, getProvider, open, switchNetwork } from '@latchkey/core/controllers'
import { NotConnectedError } from '@latchkey/core/plugin'
import type { Address, Chain, EIP1193Provider } from 'viem'
import { ChainNotConfiguredError, type CreateConnectorFn, createConnector } from 'wagmi'
import { readConnection, type WagmiConnection } from './readModal.js'
import { untilConnected } from './untilConnected.js'
import { untilRestored } from './untilRestored.js'

/** wagmi's one connector: whatever wallet the modal has. It asks no wallet by itself. */
export function createModalConnector(
  modal: Modal,
  findChain: (chainId: number) => Chain | undefined,
): CreateConnectorFn<EIP1193Provider> {
  const requireConnection = (): WagmiConnection => {
    const connection = readConnection(modal)
    if (!connection) throw new NotConnectedError()
    return connection
  }

  return createConnector<EIP1193Provider>(() => ({
    id: 'latchkey',
    name: 'Latchkey',
    type: 'latchkey',

    /** Opens the modal; on a reload, waits for what the modal restores. */
    async connect({ chainId, isReconnecting, withCapabilities } = {}) {
      await untilRestored(modal)
      if (!isReconnecting && !readConnection(modal)) {
        open(modal, { namespace: 'eip155' })
        await untilConnected(modal)
      }
      let connection = requireConnection()
      if (chainId !== undefined && chainId !== connection.chainId && !isReconnecting) {
        // connected all the same when the visitor declines to switch: both sides have to agree on that
        await switchNetwork(modal, { network: `eip155:${chainId}` }).catch(() => undefined)
        connection = requireConnection()
      }
      return { accounts: toAccounts(connection, withCapabilities) as never, chainId: connection.chainId }
    },
    disconnect: () => disconnect(modal, { namespace: 'eip155' }),
    getAccounts: async () => requireConnection().accounts,
    getChainId: async () => requireConnection().chainId,
    async isAuthorized() {
      await untilRestored(modal)
      return readConnection(modal) !== undefined
    },
    async getProvider() {
      await untilRestored(modal)
      return (await getProvider(modal, 'eip155')) as EIP1193Provider
    },
    async switchChain({ chainId }) {
      await switchNetwork(modal, { network: `eip155:${chainId}` })
      const chain = findChain(chainId)
      if (!chain) throw new ChainNotConfiguredError()
      return chain
    },
    // wagmi asks for these; the modal listens to the wallet, and followModal to the modal
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => undefined,
  }))
}

function toAccounts({ accounts }: WagmiConnection, withCapabilities: boolean | undefined): readonly unknown[] {
  return withCapabilities ? accounts.map((address: Address) => ({ address, capabilities: {} })) : accounts
}
