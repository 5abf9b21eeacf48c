import { loadModule } from '../utils/loadModule.js'
import { type MainNetworkMark, mainNetworkMarks } from './mainNetworkMarks.generated.js'
import type { NetworkMark } from './networkMarks.generated.js'

/** The marks of well-known networks (CAIP-2). Test networks have that of their main network. */
export const networks: { readonly [caipNetworkId: string]: MainNetworkMark | NetworkMark | undefined } = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:14': 'flare',
  'eip155:25': 'cronos',
  'eip155:30': 'rootstock',
  'eip155:50': 'xdc',
  'eip155:56': 'binance-smart-chain',
  'eip155:61': 'ethereum-classic',
  'eip155:97': 'binance-smart-chain',
  'eip155:100': 'gnosis',
  'eip155:122': 'fuse',
  'eip155:130': 'unichain',
  'eip155:137': 'polygon',
  'eip155:143': 'monad',
  'eip155:146': 'sonic',
  'eip155:169': 'manta-pacific',
  'eip155:196': 'x-layer',
  'eip155:232': 'lens',
  'eip155:250': 'fantom',
  'eip155:252': 'fraxtal',
  'eip155:288': 'boba',
  'eip155:295': 'hedera-hashgraph',
  'eip155:314': 'filecoin',
  'eip155:324': 'zksync',
  'eip155:369': 'pulsechain',
  'eip155:480': 'world',
  'eip155:999': 'hyper-evm',
  'eip155:1088': 'metis-andromeda',
  'eip155:1101': 'polygon-zkevm',
  'eip155:1135': 'lisk',
  'eip155:1284': 'moonbeam',
  'eip155:1285': 'moonriver',
  'eip155:1301': 'unichain',
  'eip155:1329': 'sei-network',
  'eip155:1868': 'soneium',
  'eip155:2020': 'ronin',
  'eip155:2741': 'abstract',
  'eip155:4326': 'mega-eth',
  'eip155:5000': 'mantle',
  'eip155:8217': 'kaia',
  'eip155:8453': 'base',
  'eip155:9745': 'plasma',
  'eip155:13371': 'immutable',
  'eip155:17000': 'ethereum',
  'eip155:33139': 'apechain',
  'eip155:34443': 'mode',
  'eip155:42161': 'arbitrum-one',
  'eip155:42170': 'arbitrum-nova',
  'eip155:42220': 'celo',
  'eip155:43113': 'avalanche',
  'eip155:43114': 'avalanche',
  'eip155:57073': 'ink',
  'eip155:59144': 'linea',
  'eip155:60808': 'bob',
  'eip155:80002': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:81457': 'blast',
  'eip155:84532': 'base',
  'eip155:88888': 'chiliz',
  'eip155:167000': 'taiko',
  'eip155:421614': 'arbitrum-one',
  'eip155:534352': 'scroll',
  'eip155:560048': 'ethereum',
  'eip155:7777777': 'zora',
  'eip155:11155111': 'ethereum',
  'eip155:11155420': 'optimism',
  'eip155:1313161554': 'aurora',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
  'bip122:000000000933ea01ad0ee984209779ba': 'bitcoin',
  'bip122:00000008819873e925422c1ff0f99f7c': 'bitcoin',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'bitcoin',
}

/**
 * Returns the mark of a well-known network as SVG; undefined for other networks. Those that most people use are there at
 * once, the others are loaded when the first is wanted.
 */
export async function findNetworkMark(caipNetworkId: string): Promise<string | undefined> {
  const name = Object.hasOwn(networks, caipNetworkId) ? networks[caipNetworkId] : undefined
  if (!name) return undefined
  if (isMain(name)) return mainNetworkMarks[name]
  const { networkMarks } = await loadModule(() => import('./networkMarks.generated.js'))
  return networkMarks[name]
}

function isMain(name: MainNetworkMark | NetworkMark): name is MainNetworkMark {
  return Object.hasOwn(mainNetworkMarks, name)
}
