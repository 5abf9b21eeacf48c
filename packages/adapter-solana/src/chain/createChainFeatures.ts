import type { PluginContext } from '@latchkey/core'
import { createRpc } from '../rpc/createRpc.js'
import { broadcast } from './broadcast.js'
import type { ChainFeatures } from './chainFeatures.js'
import { confirm } from './confirm.js'
import { readBalance } from './readBalance.js'
import { readBlockhash } from './readBlockhash.js'
import { send } from './send.js'

export function createChainFeatures(context: PluginContext): ChainFeatures {
  const rpc = createRpc(context)
  return {
    readBalance: (request) => readBalance(rpc, request),
    broadcast: (request) => broadcast(rpc, request),
    confirm: (request) => confirm(rpc, context.env, request),
    send: (request) => send(rpc, request),
    readBlockhash: (request) => readBlockhash(rpc, request),
  }
}
