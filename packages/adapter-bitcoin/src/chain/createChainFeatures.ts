import { type AdapterFeatures, type AdapterInstance, loadModule, type Network } from '@latchkey/core'
import { type EsploraLink, toNodeUrls } from './esplora.js'
import type { TransactionRequest } from './fetchTransaction.js'
import { readBalance } from './readBalance.js'
import { readFeeRate } from './readFeeRate.js'
import { readUtxos, type Utxo, type UtxosRequest } from './readUtxos.js'

/** What the adapter reads from nodes and hands to them, wallet or no wallet. */
export type ChainFeatures = {
  readonly readBalance: AdapterFeatures['balance:read']
  readonly broadcast: AdapterFeatures['transaction:broadcast']
  readonly confirm: AdapterFeatures['transaction:confirm']
  readonly markTransaction: AdapterFeatures['transaction:mark']
  readonly findLostTransaction: AdapterFeatures['transaction:find']
  /** Throws `RPC_URL_MISSING` where there is nobody to ask. */
  readonly assertNode: (network: Network) => void
  readonly readUtxos: (request: UtxosRequest) => Promise<readonly Utxo[]>
  readonly readFeeRate: (request: Pick<UtxosRequest, 'network' | 'signal'>) => Promise<number>
  readonly buildTransfer: AdapterFeatures['transfer:build']
  readonly readTransferFee: AdapterFeatures['transfer:fee']
  readonly isReceiver: AdapterFeatures['address:check']
  readonly fetchBytes: (request: TransactionRequest) => Promise<Uint8Array | undefined>
  /** The same by the names of the abilities. */
  readonly features: AdapterInstance['features']
}

export function createChainFeatures(link: EsploraLink): ChainFeatures {
  const chain: Omit<ChainFeatures, 'features'> = {
    readBalance: (request) => readBalance(link, request),
    // bitcoinjs-lib comes with these: a balance does without
    broadcast: async (request) => (await loadModule(() => import('./broadcast.js'))).broadcast(link, request),
    confirm: async (request) => (await loadModule(() => import('./confirm.js'))).confirm(link, request),
    markTransaction: async (request) =>
      (await loadModule(() => import('./lostTransaction.js'))).markTransaction(link, request),
    findLostTransaction: async (request) =>
      (await loadModule(() => import('./lostTransaction.js'))).findLostTransaction(link, request),
    assertNode: (network) => void toNodeUrls(link, network),
    readUtxos: (request) => readUtxos(link, request),
    readFeeRate: (request) => readFeeRate(link, request),
    buildTransfer: async (request) =>
      (await loadModule(() => import('../transfer/buildTransfer.js'))).buildTransfer(request),
    readTransferFee: async (request) =>
      (await loadModule(() => import('../transfer/readTransferFee.js'))).readTransferFee(link, request),
    isReceiver: async (request) => (await loadModule(() => import('../transfer/isReceiver.js'))).isReceiver(request),
    fetchBytes: async (request) =>
      (await (await loadModule(() => import('./fetchTransaction.js'))).fetchTransaction(link, request))?.toBuffer(),
  }
  const features: ChainFeatures['features'] = {
    'balance:read': chain.readBalance,
    'transaction:broadcast': chain.broadcast,
    'transaction:confirm': chain.confirm,
    'transaction:mark': chain.markTransaction,
    'transaction:find': chain.findLostTransaction,
    'transfer:build': chain.buildTransfer,
    'transfer:fee': chain.readTransferFee,
    'address:check': chain.isReceiver,
  }
  return { ...chain, features }
}
