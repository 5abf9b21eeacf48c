import { isRecord } from '@latchkey/core'
import { ChainNotSupportedError } from '@latchkey/core/plugin'
import { toList } from '../encoding.js'
import { toNetworkId, toNetworkName } from '../networks.js'
import { createInjectedActions, type InjectedWallet, listenTo, readAccounts, toTransfer } from './injected.js'
import type { BitcoinProvider, WalletState } from './provider.js'

type Unisat = InjectedWallet & {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  getChain?(): Promise<unknown>
  switchChain?(chain: string): Promise<unknown>
}

/** UniSat (`window.unisat`) and similar wallets, which have one address at a time. */
export function createUnisatProvider(target: object): BitcoinProvider {
  const wallet = target as Unisat

  /** The wallet's network; undefined if it doesn't report it, null for another chain with such addresses, e.g. Fractal. */
  const readNetwork = async (): Promise<WalletState['network'] | null> => {
    try {
      // `getNetwork` distinguishes two networks only, as the address does
      const chain = await wallet.getChain?.()
      const name = isRecord(chain) ? chain['enum'] : undefined
      return typeof name === 'string' ? (toNetworkId(name) ?? null) : undefined
    } catch {
      return undefined // unsupported by older versions: the address determines it
    }
  }

  return {
    ...createInjectedActions(() => wallet),
    transfer: toTransfer(wallet),
    async connect() {
      const accounts = await readAccounts(wallet, await wallet.requestAccounts())
      const network = await readNetwork()
      if (network === null) throw new ChainNotSupportedError({ details: 'The wallet is not on Bitcoin.' })
      return { accounts, network }
    },
    async read() {
      const accounts = await readAccounts(wallet, await wallet.getAccounts())
      const network = await readNetwork()
      return network === null ? { accounts: [] } : { accounts, network }
    },
    disconnect: async () => wallet.disconnect?.(),
    async switchNetwork(caipNetworkId) {
      const name = toNetworkName(caipNetworkId)
      if (!name || !wallet.switchChain) throw new ChainNotSupportedError({ details: caipNetworkId })
      return wallet.switchChain(`BITCOIN_${name.toUpperCase()}`)
    },
    listen: (onEvent) =>
      listenTo(wallet, {
        // an account is read again, because the event lacks its key
        accountsChanged: (addresses) => onEvent(toList(addresses).length > 0 ? undefined : { accounts: [] }),
        // the address changes with the network, so it is read again
        networkChanged: () => onEvent(undefined),
        chainChanged: () => onEvent(undefined),
        disconnect: () => onEvent({ accounts: [] }),
      }),
  }
}
