import { type WalletNetworks, WalletRpcError } from '../signer.js'

export type ChainBook = {
  /** CAIP-2 ids. */
  readonly list: () => readonly string[]
  readonly has: (chain: string) => boolean
  /** RPC URL of an EVM chain. */
  readonly getRpcUrl: (chain: string) => string | undefined
  /** Adds a chain by the parameters of `wallet_addEthereumChain` and returns its CAIP-2 id. [EIP-3085] */
  readonly add: (params: unknown) => string
}

/** Creates the list of the wallet's chains; apps may add EVM chains. */
export function createChainBook({ evm, solana, bitcoin }: WalletNetworks): ChainBook {
  const rpcUrls = new Map(evm.map(({ id, rpcUrl }) => [`eip155:${id}`, rpcUrl]))
  const others = [solana?.caipNetworkId, bitcoin?.caipNetworkId].filter((chain) => chain !== undefined)
  const list = (): readonly string[] => [...rpcUrls.keys(), ...others]
  return {
    list,
    has: (chain) => list().includes(chain),
    getRpcUrl: (chain) => rpcUrls.get(chain),
    add: (params) => {
      const [given] = Array.isArray(params) ? params : []
      const { chainId, rpcUrls: urls } = (given ?? {}) as { readonly chainId?: unknown; readonly rpcUrls?: unknown }
      const [url] = Array.isArray(urls) ? urls : []
      const isSound = typeof chainId === 'string' && /^0x[1-9a-f][0-9a-f]*$/i.test(chainId) && typeof url === 'string'
      if (!isSound || !/^https?:\/\//.test(url)) throw new WalletRpcError(-32_602, 'Invalid chain.')
      const chain = `eip155:${BigInt(chainId)}`
      rpcUrls.set(chain, url)
      return chain
    },
  }
}
