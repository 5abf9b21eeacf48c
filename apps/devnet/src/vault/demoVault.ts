import { solanaTokens } from '../solana/solanaTokens.js'
import type { SignInNetwork } from '../toSignInNetworks.js'
import { worldTokens } from '../world/world.js'
import { worldMarket } from '../world/worldMarket.js'
import type { StartVaultOptions } from './startVault.js'

export type DemoVaultOptions = {
  readonly networks: readonly SignInNetwork[]
  /** Of the demo. */
  readonly origins: readonly string[]
}

/**
 * What the vault of the demo knows: the tokens that it vouches for, and beside the app `demo` one that holds the first transfer to
 * somebody that is worth more than 1,000 for an hour (`demo-holds`). Its prices are rough; they only have to be there.
 */
export function toDemoVault({ networks, origins }: DemoVaultOptions): Pick<StartVaultOptions, 'projects' | 'networks'> {
  const assets = networks
    .filter(({ chainNamespace }) => chainNamespace !== 'bip122')
    .map((network) => {
      const { chainNamespace, id, nativeCurrency } = network
      const price = chainNamespace === 'eip155' ? '3000' : '150'
      const tokens = toTokens(network).map(
        ({ address, symbol, decimals }) => [address, { decimals, price: symbol === 'WETH' ? '3000' : '1' }] as const,
      )
      return [
        `${chainNamespace}:${id}`,
        { native: { decimals: nativeCurrency.decimals, price }, ...Object.fromEntries(tokens) },
      ] as const
    })
  const holdFirstTransfer = { above: '1000', hours: 1 }
  const name = 'Latchkey demo'
  return {
    networks: networks.map((network) => ({ ...network, tokens: toTokens(network) })),
    projects: {
      demo: { name, origins },
      'demo-holds': { name, origins, policy: { assets: Object.fromEntries(assets), holdFirstTransfer } },
    },
  }
}

function toTokens({ chainNamespace }: SignInNetwork): readonly {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}[] {
  const { USDC, DAI } = worldTokens
  const tokens = {
    eip155: [USDC, DAI, worldMarket.usd, worldMarket.wrappedNative],
    solana: [solanaTokens.BEAN],
    bip122: [],
  }
  return tokens[chainNamespace].map(({ address, symbol, decimals }) => ({ address, symbol, decimals }))
}
