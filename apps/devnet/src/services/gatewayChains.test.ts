import { describe, expect, it } from 'vitest'
import { solanaCaipNetworkId, solanaGenesisHash, solanaTokens } from '../solana/network.js'
import { spamToken, worldMarket } from '../world/market.js'
import { worldTokens } from '../world/world.js'
import { toGatewayChains } from './gatewayChains.js'

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

const chain = { id: 31_337, name: 'One', rpcUrl: 'http://127.0.0.1:8545', nativeCurrency }

describe('toGatewayChains', () => {
  it('includes the swap router and the tokens of an EVM chain, and marks the spam token', () => {
    const [found] = toGatewayChains({ evm: [{ ...chain, bundlerUrl: 'http://127.0.0.1:1' }] })
    expect(found).toMatchObject({
      caipNetworkId: 'eip155:31337',
      rpcUrl: chain.rpcUrl,
      bundlerUrl: 'http://127.0.0.1:1',
      swap: { kind: 'uniswapV2', router: worldMarket.router, usd: worldMarket.usd.address },
    })
    const spam = found?.tokens?.filter((token) => token.spam)
    expect(spam?.map(({ address }) => address)).toEqual([spamToken.address])
    expect(found?.tokens).toContainEqual({ ...worldTokens.DAI, logoUri: '/public/getTokenImage/DAI' })
    expect(found?.nativeCurrency).toMatchObject({ symbol: 'ETH', logoUri: '/public/getTokenImage/ETH' })
    expect(found).not.toHaveProperty('nativePrice')
  })

  it('includes the tokens of Solana, and a native price for Bitcoin, which has no market', () => {
    const solana = {
      name: 'Solana',
      rpcUrl: 'http://127.0.0.1:2',
      wsUrl: 'ws://127.0.0.1:2',
      caipNetworkId: solanaCaipNetworkId,
      genesisHash: solanaGenesisHash,
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    }
    const bitcoin = {
      name: 'Bitcoin',
      esploraUrl: 'http://127.0.0.1:3',
      caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' as const,
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    }
    expect(toGatewayChains({ evm: [], solana, bitcoin })).toMatchObject([
      { caipNetworkId: solanaCaipNetworkId, rpcUrl: 'http://127.0.0.1:2', tokens: Object.values(solanaTokens) },
      { caipNetworkId: bitcoin.caipNetworkId, rpcUrl: 'http://127.0.0.1:3', nativePrice: 60_000 },
    ])
  })
})
