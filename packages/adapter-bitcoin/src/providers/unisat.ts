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

  const readNetwork = async (): Promise<WalletState['network']> => {
    try {
      // `getNetwork` distinguishes two networks only, as the address does
      const chain = await wallet.getChain?.()
      return toNetworkId(isRecord(chain) ? chain['enum'] : undefined)
    } catch {
      return undefined // unsupported by older versions: the address determines it
    }
  }

  return {
    ...createInjectedActions(() => wallet),
    transfer: toTransfer(wallet),
    async connect() {
      const accounts = await readAccounts(wallet, await wallet.requestAccounts())
      return { accounts, network: await readNetwork() }
    },
    async read() {
      const accounts = await readAccounts(wallet, await wallet.getAccounts())
      return { accounts, network: await readNetwork() }
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
