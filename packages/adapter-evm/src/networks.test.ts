import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import * as networks from './exports/networks.js'
import { type EvmNetwork, toNetwork } from './networks.js'

/** The chains of viem that have a logo in core, and local ones. */
const names =
  `abstract apeChain arbitrum arbitrumNova arbitrumSepolia aurora avalanche avalancheFuji base baseSepolia berachain blast bob boba bsc
  bscTestnet celo chiliz classic cronos fantom filecoin flare foundry fraxtal fuse gnosis hardhat hedera holesky hoodi hyperEvm
  immutableZkEvm ink kaia lens linea lisk localhost mainnet manta mantle megaeth metis mode monad moonbeam moonriver optimism
  optimismSepolia plasma polygon polygonAmoy polygonZkEvm pulsechain ronin rootstock scroll sei sepolia soneium sonic taiko unichain
  unichainSepolia worldchain xdc xLayer zksync zora`.split(/\s+/)

const known = new Map(Object.entries<chains.Chain>(chains))

/** A network as plain data, without the code that viem needs for transactions of rollups, which the adapter doesn't use. */
function toLine(name: string): string {
  const chain = known.get(name)
  if (!chain) throw new Error(`viem has no chain "${name}".`)
  const { id, name: title, nativeCurrency, rpcUrls, blockExplorers, testnet } = chain
  const explorer = blockExplorers?.default
  const network = {
    id,
    name: title,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls.default.http } },
    ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
    ...(testnet && { testnet }),
  }
  return `export const ${name}: EvmNetwork = ${JSON.stringify(network)}\n`
}

// `vitest run packages/adapter-evm/src/networks -u` writes the file, e.g. after an update of viem
test('the generated networks match the chains of viem', async () => {
  const head =
    "import type { EvmNetwork } from './networks.js'\n\n// The chains of viem (MIT) as plain data. Written by networks.test.ts.\n"
  await expect(head + names.map(toLine).join('')).toMatchFileSnapshot('./networks.generated.ts')
})

test('only local networks share an id', () => {
  const ids = Object.values<EvmNetwork>(networks).map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([networks.foundry.id])
  expect(toNetwork(networks.base).caipNetworkId).toBe('eip155:8453')
})
