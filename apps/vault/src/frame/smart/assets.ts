import type { FrameNetwork } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import { toChainId } from '../handlers/chain.js'
import { toHexQuantity, toQuantity } from '../requests/fillTransaction.js'
import type { CallNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'
import { readTokens } from '../requests/tokenFacts.js'

export type AssetOptions = { readonly callNode: CallNode; readonly networks: readonly FrameNetwork[] }

type Filter = {
  readonly account?: unknown
  readonly assetFilter?: Readonly<Record<string, unknown>> | undefined
  readonly assetTypeFilter?: unknown
  readonly chainFilter?: unknown
}

/** Of `balanceOf(address)`. [ERC-20] */
const balanceOf = '0x70a08231'
const maxTokens = 20

/**
 * wallet_getAssets: native balances of the requested networks, and balances of the tokens that the filter names, as nodes have no list of
 * an account's tokens. By hex chain id. [ERC-7811]
 */
export async function readAssets(
  { params, signal }: WalletRequest,
  { callNode, networks }: AssetOptions,
): Promise<Readonly<Record<string, readonly object[]>>> {
  const [filter] = Array.isArray(params) ? (params as readonly Filter[]) : []
  const { account, assetFilter, assetTypeFilter, chainFilter } = filter ?? {}
  if (typeof account !== 'string' || !/^0x[\da-f]{40}$/i.test(account))
    throw new FrameRequestError('The account is missing.', { code: -32602 })
  const isWanted = (id: string): boolean =>
    assetFilter ? Object.hasOwn(assetFilter, id) : !Array.isArray(chainFilter) || chainFilter.includes(id)
  const hasType = (type: string): boolean => !Array.isArray(assetTypeFilter) || assetTypeFilter.includes(type)

  async function readNetwork(network: FrameNetwork, id: string): Promise<readonly object[]> {
    const chain = network.caipNetworkId
    const { symbol, decimals } = network
    const named = listNamed(assetFilter?.[id])
    const withNative = hasType('native') && (!assetFilter || named.some(({ type }) => type === 'native'))
    const native = async (): Promise<object> => {
      const balance = await callNode({ chain, method: 'eth_getBalance', params: [account, 'latest'], signal })
      return { type: 'native', balance, metadata: { name: symbol, symbol, decimals } }
    }
    const addresses = hasType('erc20') ? named.flatMap(({ type, address }) => (type === 'erc20' ? [address] : [])) : []
    const facts = await readTokens({ chain, addresses, callNode, signal })
    const token = async (address: string): Promise<readonly object[]> => {
      const known = facts[address.toLowerCase()]
      if (!known) return []
      const data = `${balanceOf}${(account as string).slice(2).toLowerCase().padStart(64, '0')}`
      const balance = await callNode({ chain, method: 'eth_call', params: [{ to: address, data }, 'latest'], signal })
      const metadata = { name: known.symbol, ...known }
      return [{ address, type: 'erc20', balance: toHexQuantity(toQuantity(balance)), metadata }]
    }
    const tokens = await Promise.all(addresses.map(token))
    return [...(withNative ? [await native()] : []), ...tokens.flat()]
  }

  const requestedChains = networks
    .filter(({ caipNetworkId }) => caipNetworkId.startsWith('eip155:'))
    .map((network) => ({ network, id: `0x${toChainId(network).toString(16)}` }))
    .filter(({ id }) => isWanted(id))
  const read = await Promise.all(
    requestedChains.map(async ({ network, id }) => [id, await readNetwork(network, id)] as const),
  )
  return Object.fromEntries(read)
}

function listNamed(given: unknown): readonly { readonly type: unknown; readonly address: string }[] {
  const list = Array.isArray(given) ? (given as readonly { type?: unknown; address?: unknown }[]) : []
  return list.slice(0, maxTokens).map(({ type, address }) => ({ type, address: String(address) }))
}
