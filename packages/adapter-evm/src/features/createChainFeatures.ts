import { type AdapterFeatures, type AdapterInstance, loadModule, type PluginContext } from '@latchkey/core'
import { createRpc, type Rpc } from '../rpc/createRpc.js'
import { type FindTransaction, findTransaction } from '../rpc/findTransaction.js'
import { sendRawTransaction } from './broadcast.js'
import { estimateGas } from './estimateGas.js'
import { readBalance } from './readBalance.js'

/** What the adapter reads from nodes and hands to them, wallet or no wallet. */
export type ChainFeatures = {
  readonly readBalance: AdapterFeatures['balance:read']
  readonly estimateGas: AdapterFeatures['gas:estimate']
  readonly sendRawTransaction: AdapterFeatures['transaction:broadcast']
  readonly confirm: AdapterFeatures['transaction:confirm']
  readonly markTransaction: AdapterFeatures['transaction:mark']
  readonly findLostTransaction: AdapterFeatures['transaction:find']
  readonly watchActivity: (
    request: Parameters<AdapterFeatures['activity:watch']>[0] & { readonly interval: number },
  ) => Promise<void>
  readonly verify: AdapterFeatures['message:verify']
  readonly findTransaction: FindTransaction
  readonly buildTransfer: AdapterFeatures['transfer:build']
  readonly readTransferFee: AdapterFeatures['transfer:fee']
  readonly isReceiver: AdapterFeatures['address:check']
  readonly readToken: AdapterFeatures['token:read']
  readonly readTokenBalance: AdapterFeatures['token:balance']
  readonly findRouter: AdapterFeatures['swap:router']
  readonly checkApproval: AdapterFeatures['swap:approval']
  readonly checkSwap: AdapterFeatures['swap:check']
  /** The same by the names of the abilities. */
  readonly features: AdapterInstance['features']
  destroy(): void
}

export function createChainFeatures(context: PluginContext, rpc: Rpc = createRpc(context)): ChainFeatures {
  const loadSwaps = () => loadModule(() => import('../swap/checkSwap.js'))
  const chain: Omit<ChainFeatures, 'features'> = {
    readBalance: (request) => readBalance(rpc, request),
    estimateGas: (request) => estimateGas(rpc, request),
    sendRawTransaction: (request) => sendRawTransaction(rpc, request),
    confirm: async (request) => (await loadModule(() => import('./confirm.js'))).confirm(rpc, context.env, request),
    markTransaction: async (request) =>
      (await loadModule(() => import('./lostTransaction.js'))).markTransaction(rpc, request),
    findLostTransaction: async (request) =>
      (await loadModule(() => import('./lostTransaction.js'))).findLostTransaction(rpc, context.env, request),
    watchActivity: async (request) =>
      (await loadModule(() => import('./watchActivity.js'))).watchActivity(rpc, context.env, request),
    verify: async (claim) =>
      (await loadModule(() => import('../verify/verifySignature.js'))).verifySignature(rpc, context.env, claim),
    findTransaction: (request) => findTransaction(rpc, request),
    buildTransfer: async (request) =>
      (await loadModule(() => import('../transfer/buildTransfer.js'))).buildCheckedTransfer(rpc, request),
    readTransferFee: async (request) =>
      (await loadModule(() => import('../transfer/readTransferFee.js'))).readTransferFee(rpc, request),
    isReceiver: async ({ address }) =>
      (await loadModule(() => import('../transfer/isReceiver.js'))).isReceiver(address),
    readToken: async (request) => (await loadModule(() => import('../transfer/readToken.js'))).readToken(rpc, request),
    readTokenBalance: async (request) =>
      (await loadModule(() => import('../transfer/readTokenBalance.js'))).readTokenBalance(rpc, request),
    findRouter: async (request) => (await loadSwaps()).findRouter(request),
    checkApproval: async (request) => (await loadSwaps()).checkApproval(rpc, request),
    checkSwap: async (request) => (await loadSwaps()).checkSwap(rpc, request),
    destroy: rpc.destroy,
  }
  const features: ChainFeatures['features'] = {
    'balance:read': chain.readBalance,
    'message:verify': chain.verify,
    'gas:estimate': chain.estimateGas,
    'transaction:broadcast': chain.sendRawTransaction,
    'transaction:confirm': chain.confirm,
    'transaction:mark': chain.markTransaction,
    'transaction:find': chain.findLostTransaction,
    'transfer:build': chain.buildTransfer,
    'transfer:fee': chain.readTransferFee,
    'address:check': chain.isReceiver,
    'token:read': chain.readToken,
    'token:balance': chain.readTokenBalance,
    'swap:router': chain.findRouter,
    'swap:approval': chain.checkApproval,
    'swap:check': chain.checkSwap,
  }
  return { ...chain, features }
}
