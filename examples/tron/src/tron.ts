import { apiVersion, type ChainAdapter, createConnectorList, type Env, type Network } from '@latchkey/core'
import { RpcFailedError, requestNode } from '@latchkey/core/plugin'
import { toHexAddress } from './address.js'
import { createTronConnector } from './createTronConnector.js'
import { announceEvent, parseAnnouncement, requestEvent } from './provider.js'

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="16" fill="%23c23631"/%3E%3Cpath d="m7 8 15 3 4 4-11 11zm3 3 5 11 1-8zm3-1 5 3 3-1zm11 5-2-2-3 2zm-2 2-5-1-1 7z" fill="%23fff"/%3E%3C/svg%3E'

/** TRX has six decimals; its smallest unit is the sun. */
const nativeCurrency = { name: 'TRON', symbol: 'TRX', decimals: 6 }

/** The main network. Its id is what nodes return for `eth_chainId`. There is no default node: bring your own. */
export function tronMainnet(rpcUrl: string): Network {
  return {
    id: '0x2b6653dc',
    caipNetworkId: 'tron:0x2b6653dc',
    chainNamespace: 'tron',
    name: 'TRON',
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
    blockExplorers: { default: { name: 'Tronscan', url: 'https://tronscan.org/#' } },
  }
}

/** The Nile test network. */
export function tronNile(rpcUrl: string): Network {
  return {
    ...tronMainnet(rpcUrl),
    id: '0xcd8690dc',
    caipNetworkId: 'tron:0xcd8690dc',
    name: 'TRON Nile',
    blockExplorers: { default: { name: 'Tronscan', url: 'https://nile.tronscan.org/#' } },
    testnet: true,
  }
}

/** TRON for Latchkey: wallets that announce themselves by TIP-6963, and balances from a node's JSON-RPC. */
export function tron({ networks }: { readonly networks: readonly Network[] }): ChainAdapter<'tron'> {
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'tron',
    display: { name: 'TRON', icon },
    networks,
    setup({ env, signal, warn }) {
      const page = env.window()
      const list = createConnectorList(warn)
      const seen = new Set<string>()

      function onAnnounce(event: Event): void {
        const announcement = parseAnnouncement(event)
        if (!announcement || seen.has(announcement.info.rdns)) return
        seen.add(announcement.info.rdns)
        list.add(createTronConnector(announcement, { env, warn }))
      }
      function destroy(): void {
        signal.removeEventListener('abort', destroy)
        page?.removeEventListener(announceEvent, onAnnounce)
        list.destroy()
      }
      page?.addEventListener(announceEvent, onAnnounce)
      signal.addEventListener('abort', destroy)
      page?.dispatchEvent(new Event(requestEvent))

      return {
        features: {
          'balance:read': async ({ account, network, signal: until }) => {
            const value = await readBalance(env, { address: account.address, network, signal: until })
            return { value, decimals: nativeCurrency.decimals, symbol: nativeCurrency.symbol }
          },
        },
        getConnectors: list.getConnectors,
        onConnectorsChange: list.onConnectorsChange,
        destroy,
      }
    },
  }
}

type BalanceRequest = { readonly address: string; readonly network: Network; readonly signal: AbortSignal }

/** The balance of an address in sun. Throws `RPC_FAILED`, `TIMED_OUT`, or the reason of the signal. */
async function readBalance(env: Env, { address, network, signal }: BalanceRequest): Promise<bigint> {
  const [first, ...others] = network.rpcUrls.default.http
  if (first === undefined) throw new RpcFailedError({ details: `${network.name} has no node.` })
  const params = [toHexAddress(address), 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params })
  const { text } = await requestNode(env, { urls: [first, ...others], body, signal })
  const result = /"result"\s*:\s*"(0x[\da-f]+)"/i.exec(text)?.[1]
  if (result === undefined) throw new RpcFailedError({ details: 'The node returned no balance.' })
  return BigInt(result)
}
