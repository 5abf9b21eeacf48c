/**
 * A second third-party family, as small as one can be: wallets by the Wallet Standard, balances from a node, and a wallet
 * to try it with. It is the source of an app, and type-checked there.
 */
export const suiFamily = `
import {
  type Accounts,
  apiVersion,
  type ChainAdapter,
  type Connector,
  createConnectorEvents,
  createConnectorList,
  type Network,
  type StandardWallet,
  watchStandardWallets,
} from '@latchkey/core'
import { RpcError, RpcFailedError, requestNode } from '@latchkey/core/plugin'

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%234da2ff"/%3E%3C/svg%3E'

type Connect = { connect(options: { silent: boolean }): Promise<{ accounts: readonly { address: string }[] }> }

function createSuiConnector(wallet: StandardWallet, warn: (cause: unknown) => void): Connector {
  const events = createConnectorEvents({ warn })
  return {
    meta: { id: 'sui:' + wallet.name, type: 'ANNOUNCED', name: wallet.name, icon: wallet.icon, namespaces: ['sui'] },
    features: {},
    async connect({ silent }) {
      const { accounts } = await (wallet.features['standard:connect'] as Connect).connect({ silent })
      const [first, ...others] = accounts.map(({ address }) => ({ namespace: 'sui', address, type: 'eoa' }) as const)
      if (!first) throw new RpcError(4100, 'UNAUTHORIZED')
      return { accounts: [first, ...others] satisfies Accounts, caipNetworkId: 'sui:mainnet' }
    },
    disconnect: async () => undefined,
    getProvider: async () => wallet,
    on: events.on,
    destroy: events.clear,
  }
}

export function suiMainnet(rpcUrl: string): Network {
  return {
    id: 'mainnet',
    caipNetworkId: 'sui:mainnet',
    chainNamespace: 'sui',
    name: 'Sui Mainnet',
    nativeCurrency: { name: 'Sui', symbol: 'SUI', decimals: 9 },
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: { default: { name: 'Suivision', url: 'https://suivision.xyz' } },
  }
}

export function sui({ networks }: { readonly networks: readonly Network[] }): ChainAdapter<'sui'> {
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'sui',
    display: { name: 'Sui', icon },
    networks,
    setup({ env, warn }) {
      const list = createConnectorList(warn)
      const stop = watchStandardWallets(env, {
        onRegister: (wallet) => {
          if (wallet.chains.includes('sui:mainnet')) list.add(createSuiConnector(wallet, warn))
        },
        onUnregister: () => undefined,
      })
      return {
        features: {
          'balance:read': async ({ account, network, signal }) => {
            const [first, ...others] = network.rpcUrls.default.http
            if (first === undefined) throw new RpcFailedError({ details: 'Sui has no node.' })
            const call = { jsonrpc: '2.0', id: 1, method: 'suix_getBalance', params: [account.address] }
            const { text } = await requestNode(env, { urls: [first, ...others], body: JSON.stringify(call), signal })
            const { result } = JSON.parse(text) as { result: { totalBalance: string } }
            return { value: BigInt(result.totalBalance), decimals: 9, symbol: 'SUI' }
          },
        },
        getConnectors: list.getConnectors,
        onConnectorsChange: list.onConnectorsChange,
        destroy() {
          stop()
          list.destroy()
        },
      }
    },
  }
}

/** A wallet that agrees to everything. */
export function registerSuiWallet(page: Window): void {
  const address = '0x' + '5a'.repeat(32)
  let accounts: { address: string }[] = []
  const wallet = {
    name: 'Dev Sui wallet',
    icon,
    chains: ['sui:mainnet'],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        async connect({ silent }: { silent: boolean }) {
          if (!silent) accounts = [{ address }]
          return { accounts }
        },
      },
    },
  }
  const register = (api: { register(wallet: unknown): void }): void => api.register(wallet)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
}
`
