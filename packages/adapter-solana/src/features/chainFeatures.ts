import { type AdapterFeatures, type AdapterInstance, loadModule, type PluginContext } from '@latchkey/core'
import { readBalance, readBlockhash } from '../rpc/read.js'
import { type ChainRequest, createRpc } from '../rpc/rpc.js'
import type { SendRequest } from '../transactions/transactions.js'

/** Features that use nodes, with or without a connected wallet. The code of each is loaded on first use. */
export type ChainFeatures = {
  readonly readBalance: AdapterFeatures['balance:read']
  readonly broadcast: AdapterFeatures['transaction:broadcast']
  readonly confirm: AdapterFeatures['transaction:confirm']
  readonly markTransaction: AdapterFeatures['transaction:mark']
  readonly findLostTransaction: AdapterFeatures['transaction:find']
  /** Sends a transaction and resolves with its signature in base58. */
  readonly send: (request: SendRequest) => Promise<string>
  readonly buildTransfer: AdapterFeatures['transfer:build']
  readonly readTransferFee: AdapterFeatures['transfer:fee']
  readonly isReceiver: AdapterFeatures['address:check']
  readonly readToken: AdapterFeatures['token:read']
  readonly readTokenBalance: AdapterFeatures['token:balance']
  /** Reads a blockhash for a new transaction. */
  readonly readBlockhash: (request: ChainRequest) => Promise<{ readonly blockhash: string }>
  /** The functions above by the names of the features. */
  readonly features: AdapterInstance['features']
}

export function createChainFeatures(context: PluginContext): ChainFeatures {
  const { env } = context
  const rpc = createRpc(context)
  const loadTransactions = () => loadModule(() => import('../transactions/transactions.js'))
  const loadLostTransactions = () => loadModule(() => import('../transactions/lostTransaction.js'))
  const loadTransfers = () => loadModule(() => import('../transfers/transfers.js'))
  const loadTokens = () => loadModule(() => import('../transfers/tokens.js'))
  const chain: Omit<ChainFeatures, 'features'> = {
    readBalance: (request) => readBalance(rpc, request),
    readBlockhash: (request) => readBlockhash(rpc, request),
    broadcast: async (request) => (await loadTransactions()).broadcast(rpc, request),
    send: async (request) => (await loadTransactions()).send(rpc, request),
    confirm: async (request) => (await loadTransactions()).confirm(rpc, env, request),
    markTransaction: async (request) => (await loadLostTransactions()).markTransaction(rpc, request),
    findLostTransaction: async (request) => (await loadLostTransactions()).findLostTransaction(rpc, env, request),
    buildTransfer: async (request) => {
      const { serialized } = await (await loadTransfers()).prepareTransfer(rpc, request)
      return { serialized }
    },
    readTransferFee: async (request) => (await loadTransfers()).readTransferFee(rpc, request),
    isReceiver: async ({ address }) => (await loadTransfers()).isReceiver(address),
    readToken: async (request) => (await loadTokens()).readToken(rpc, request),
    readTokenBalance: async (request) => (await loadTokens()).readTokenBalance(rpc, request),
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
    'token:read': chain.readToken,
    'token:balance': chain.readTokenBalance,
  }
  return { ...chain, features }
}
