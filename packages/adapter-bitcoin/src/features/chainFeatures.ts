import { type AdapterFeatures, type AdapterInstance, loadModule, type Network } from '@latchkey/core'
import { type EsploraLink, toNodeUrls } from '../rpc/esplora.js'
import { readBalance, readFeeRate, readUtxos, type Utxo, type UtxosRequest } from '../rpc/read.js'
import type { TransactionRequest } from '../transactions/transactions.js'

/** Features that use nodes, with or without a connected wallet. The code of each is loaded on first use. */
export type ChainFeatures = {
  readonly readBalance: AdapterFeatures['balance:read']
  readonly broadcast: AdapterFeatures['transaction:broadcast']
  readonly confirm: AdapterFeatures['transaction:confirm']
  readonly markTransaction: AdapterFeatures['transaction:mark']
  readonly findLostTransaction: AdapterFeatures['transaction:find']
  /** Throws `RPC_URL_MISSING` for a network without nodes. */
  readonly assertNode: (network: Network) => void
  readonly readUtxos: (request: UtxosRequest) => Promise<readonly Utxo[]>
  readonly readFeeRate: (request: Pick<UtxosRequest, 'network' | 'signal'>) => Promise<number>
  readonly buildTransfer: AdapterFeatures['transfer:build']
  readonly readTransferFee: AdapterFeatures['transfer:fee']
  readonly isReceiver: AdapterFeatures['address:check']
  readonly fetchBytes: (request: TransactionRequest) => Promise<Uint8Array | undefined>
  /** The functions above by the names of the features. */
  readonly features: AdapterInstance['features']
}

/** `payingAddresses`: those from which a wallet pays by itself, with coins that it chooses. */
export function createChainFeatures(
  link: EsploraLink,
  payingAddresses: ReadonlySet<string> = new Set(),
): ChainFeatures {
  // these load bitcoinjs-lib, which a balance does not need
  const loadTransactions = () => loadModule(() => import('../transactions/transactions.js'))
  const loadLostTransactions = () => loadModule(() => import('../transactions/lostTransaction.js'))
  const loadTransfers = () => loadModule(() => import('../transfers/transfers.js'))
  const chain: Omit<ChainFeatures, 'features'> = {
    readBalance: (request) => readBalance(link, request),
    assertNode: (network) => void toNodeUrls(link, network),
    readUtxos: (request) => readUtxos(link, request),
    readFeeRate: (request) => readFeeRate(link, request),
    fetchBytes: async (request) => (await (await loadTransactions()).fetchTransaction(link, request))?.toBuffer(),
    broadcast: async (request) => (await loadTransactions()).broadcast(link, request),
    confirm: async (request) => (await loadTransactions()).confirm(link, request),
    markTransaction: async (request) => (await loadLostTransactions()).markTransaction(link, request),
    findLostTransaction: async (request) => (await loadLostTransactions()).findLostTransaction(link, request),
    buildTransfer: async (request) => (await loadTransfers()).buildTransfer(request),
    readTransferFee: async (request) =>
      (await loadTransfers()).readTransferFee(link, request, {
        isWalletPaying: payingAddresses.has(request.account.address),
      }),
    isReceiver: async (request) => (await loadTransfers()).isReceiver(request),
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
