import { type AdapterFeatures, type AdapterInstance, loadModule, type PluginContext } from '@latchkey/core'
import { invalidParams, parseAddress } from '../encoding.js'
import { estimateGas, type FindTransaction, findTransaction, readBalance } from '../rpc/read.js'
import { createRpc, type Rpc } from '../rpc/rpc.js'

/** Features that use nodes, with or without a connected wallet. The code of each is loaded on first use. */
export type ChainFeatures = {
  readonly readBalance: AdapterFeatures['balance:read']
  readonly estimateGas: AdapterFeatures['gas:estimate']
  readonly broadcast: AdapterFeatures['transaction:broadcast']
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
  readonly formatAddress: AdapterFeatures['address:format']
  readonly readToken: AdapterFeatures['token:read']
  readonly readTokenBalance: AdapterFeatures['token:balance']
  readonly findRouter: AdapterFeatures['swap:router']
  readonly checkApproval: AdapterFeatures['swap:approval']
  readonly checkSwap: AdapterFeatures['swap:check']
  /** The functions above by the names of the features. */
  readonly features: AdapterInstance['features']
  destroy(): void
}

export function createChainFeatures(context: PluginContext, rpc: Rpc = createRpc(context)): ChainFeatures {
  const { env } = context
  const loadTransactions = () => loadModule(() => import('../transactions/index.js'))
  const loadTransfers = () => loadModule(() => import('../transfers/index.js'))
  const loadSwaps = () => loadModule(() => import('../swap/checkSwap.js'))
  const loadVerifier = () => loadModule(() => import('../verify/verifySignature.js'))
  const chain: Omit<ChainFeatures, 'features'> = {
    readBalance: (request) => readBalance(rpc, request),
    estimateGas: (request) => estimateGas(rpc, request),
    findTransaction: (request) => findTransaction(rpc, request),
    verify: async (claim) => (await loadVerifier()).verifySignature(rpc, env, claim),
    broadcast: async (request) => (await loadTransactions()).broadcast(rpc, request),
    confirm: async (request) => (await loadTransactions()).confirm(rpc, env, request),
    markTransaction: async (request) => (await loadTransactions()).markTransaction(rpc, request),
    findLostTransaction: async (request) => (await loadTransactions()).findLostTransaction(rpc, env, request),
    watchActivity: async (request) => (await loadTransactions()).watchActivity(rpc, env, request),
    buildTransfer: async (request) => (await loadTransfers()).buildCheckedTransfer(rpc, request),
    readTransferFee: async (request) => (await loadTransfers()).readTransferFee(rpc, request),
    isReceiver: async ({ address }) => (await loadTransfers()).isReceiver(address),
    formatAddress: async ({ address }) => formatAddress(address),
    readToken: async (request) => (await loadTransfers()).readToken(rpc, request),
    readTokenBalance: async (request) => (await loadTransfers()).readTokenBalance(rpc, request),
    findRouter: async (request) => (await loadSwaps()).findRouter(request),
    checkApproval: async (request) => (await loadSwaps()).checkApproval(rpc, request),
    checkSwap: async (request) => (await loadSwaps()).checkSwap(rpc, request),
    destroy: rpc.destroy,
  }
  const features: ChainFeatures['features'] = {
    'balance:read': chain.readBalance,
    'message:verify': chain.verify,
    'gas:estimate': chain.estimateGas,
    'transaction:broadcast': chain.broadcast,
    'transaction:confirm': chain.confirm,
    'transaction:mark': chain.markTransaction,
    'transaction:find': chain.findLostTransaction,
    'transfer:build': chain.buildTransfer,
    'transfer:fee': chain.readTransferFee,
    'address:check': chain.isReceiver,
    'address:format': chain.formatAddress,
    'token:read': chain.readToken,
    'token:balance': chain.readTokenBalance,
    'swap:router': chain.findRouter,
    'swap:approval': chain.checkApproval,
    'swap:check': chain.checkSwap,
  }
  return { ...chain, features }
}

/** An address with its EIP-55 checksum. */
function formatAddress(text: string): string {
  const address = parseAddress(text)
  if (!address) throw invalidParams('address is not an EVM address.')
  return address
}
