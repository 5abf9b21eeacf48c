import type { Modal } from '@latchkey/core'
import { disconnect, getProvider, switchNetwork } from '@latchkey/core/controllers'
import { open } from '@latchkey/core/internal'
import { AbortedError, ModalClosedError, NotConnectedError } from '@latchkey/core/plugin'
import type { Address, Chain, EIP1193Provider } from 'viem'
import { ChainNotConfiguredError, type CreateConnectorFn, createConnector } from 'wagmi'
import { readConnection, type WagmiConnection } from './followModal.js'

/** The config's only connector: the wallet that is connected in the modal. */
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

    /** Opens the modal; after a reload, waits for the modal to restore its connection. */
    async connect({ chainId, isReconnecting, withCapabilities } = {}) {
      await untilRestored(modal)
      if (!isReconnecting && !readConnection(modal)) {
        open(modal, { namespace: 'eip155' })
        await untilConnected(modal)
      }
      let connection = requireConnection()
      if (chainId !== undefined && chainId !== connection.chainId && !isReconnecting) {
        // declining to switch keeps the connection, in wagmi as in the modal
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
    // required by wagmi; the modal listens to the wallet, and followModal to the modal
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => undefined,
  }))
}

function toAccounts({ accounts }: WagmiConnection, withCapabilities: boolean | undefined): readonly unknown[] {
  return withCapabilities ? accounts.map((address: Address) => ({ address, capabilities: {} })) : accounts
}

/** Resolves once the modal has an EVM connection. Throws `MODAL_CLOSED` if the user closes it first. [S8.3] */
function untilConnected(modal: Modal): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const connection = readConnection(modal)
      const { modal: flags, status } = modal.getState()
      if (!connection && flags.open) return
      unsubscribe()
      if (connection) resolve()
      else reject(status === 'destroyed' ? new AbortedError() : new ModalClosedError())
    }
    const unsubscribe = modal.subscribe(check)
    check()
  })
}

/**
 * Resolves once the modal has restored its EVM connection or failed to, within core's timeouts. Starts the modal, as nothing
 * else on the page may do so, except on a server.
 */
function untilRestored(modal: Modal): Promise<void> {
  return new Promise((resolve) => {
    if (modal.env.window()) modal.start()
    const check = (): void => {
      const { namespaces, status } = modal.getState()
      const connection = namespaces.eip155?.connection
      const isRestoring = connection?.status === 'connecting' && connection.isReconnect && status === 'ready'
      if (isRestoring) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = modal.subscribe(check)
    check()
  })
}
