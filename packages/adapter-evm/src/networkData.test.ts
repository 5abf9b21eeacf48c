import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import * as networks from './exports/networks.js'
import type { EvmNetwork } from './networkData.js'
import { toNetwork } from './networks.js'

const all = Object.entries<EvmNetwork>(networks)
const known = new Map(Object.entries<chains.Chain>(chains))

test('every network is the chain of the same name of viem', () => {
  expect(all.length).toBeGreaterThan(60)
  for (const [key, network] of all) {
    const chain = known.get(key)
    const { http } = chain?.rpcUrls.default ?? {}
    const explorer = chain?.blockExplorers?.default
    expect(network, key).toEqual({
      id: chain?.id,
      name: chain?.name,
      nativeCurrency: chain?.nativeCurrency,
      rpcUrls: { default: { http } },
      ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
      ...(chain?.testnet && { testnet: true }),
    })
  }
})

test('only local chains share an id', () => {
  const ids = all.map(([, { id }]) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([networks.foundry.id])
  expect(toNetwork(networks.base).caipNetworkId).toBe('eip155:8453')
})
