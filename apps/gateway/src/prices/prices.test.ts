import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ServedChain } from '../chains/chainBook.js'
import { createContractMemory } from '../chains/contracts.js'
import { createProviderLog } from '../monitoring/providers.js'
import { createPriceBook } from './prices.js'

test('a price is read again ten seconds after its request, also if the node took long to respond', async () => {
  let time = 0
  let reads = 0
  const now = (): number => time
  const call = async ({ method }: { readonly method: string }): Promise<string> => {
    // no contract exists
    if (method !== 'eth_blockNumber') return '0x'
    reads++
    time += 8_000
    return '0x1'
  }
  const chain = {
    caipNetworkId: 'eip155:1',
    namespace: 'eip155',
    nativePrice: 3_000,
    multicall: zeroAddress,
    swap: { factory: zeroAddress, usd: `0x${'1'.repeat(40)}`, wrappedNative: `0x${'2'.repeat(40)}` },
    greedy: createContractMemory({ now }),
    node: { call },
  } as unknown as ServedChain
  const { read } = createPriceBook({ now, providers: createProviderLog({ now }) })
  const { signal } = new AbortController()
  expect((await read(chain, { tokens: [], signal })).get('native')).toEqual({ price: 3_000 })
  time = 9_999
  await read(chain, { tokens: [], signal })
  expect(reads).toBe(1)
  time = 10_000
  await read(chain, { tokens: [], signal })
  expect(reads).toBe(2)
})
