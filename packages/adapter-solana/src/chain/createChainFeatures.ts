import { loadModule, type PluginContext } from '@latchkey/core'
import { createRpc } from '../rpc/createRpc.js'
import { isReceiver } from '../transfer/isReceiver.js'
import { broadcast } from './broadcast.js'
import type { ChainFeatures } from './chainFeatures.js'
import { confirm } from './confirm.js'
import { readBalance } from './readBalance.js'
import { readBlockhash } from './readBlockhash.js'
import { send } from './send.js'

export function createChainFeatures(context: PluginContext): ChainFeatures {
  const rpc = createRpc(context)
  const chain: Omit<ChainFeatures, 'features'> = {
    readBalance: (request) => readBalance(rpc, request),
    broadcast: (request) => broadcast(rpc, request),
    confirm: (request) => confirm(rpc, context.env, request),
    markTransaction: async (request) =>
      (await loadModule(() => import('./lostTransaction.js'))).markTransaction(rpc, request),
    findLostTransaction: async (request) =>
      (await loadModule(() => import('./lostTransaction.js'))).findLostTransaction(rpc, context.env, request),
    send: (request) => send(rpc, request),
    buildTransfer: async (request) => {
      const { prepareTransfer } = await loadModule(() => import('../transfer/prepareTransfer.js'))
      return { serialized: (await prepareTransfer(rpc, request)).serialized }
    },
    readTransferFee: async (request) =>
      (await loadModule(() => import('../transfer/readTransferFee.js'))).readTransferFee(rpc, request),
    isReceiver: async ({ address }) => isReceiver(address),
    readToken: async (request) => (await loadModule(() => import('../transfer/readToken.js'))).readToken(rpc, request),
    readTokenBalance: async (request) =>
      (await loadModule(() => import('../transfer/readTokenBalance.js'))).readTokenBalance(rpc, request),
    readBlockhash: (request) => readBlockhash(rpc, request),
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
