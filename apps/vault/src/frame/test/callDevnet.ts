import type { Devnet } from '@latchkey/devnet'
import { askNode } from '../../networks/askNode.js'
import { bundlerMethods, paymasterMethods } from '../../site/rpc/nodeMethods.js'
import { FrameRequestError } from '../errors.js'
import type { CallNode } from '../requests/node.js'

/** Forwards a page's requests to nodes, bundlers and paymasters of the local chains, like the site does. */
export function callDevnet({ chains }: Devnet): CallNode {
  return async ({ chain, method, params, signal }) => {
    const { rpcUrl = '', bundlerUrl = '', paymasterUrl = '' } = chains.find(({ id }) => chain === `eip155:${id}`) ?? {}
    const url = bundlerMethods.includes(method) ? bundlerUrl : paymasterMethods.includes(method) ? paymasterUrl : rpcUrl
    const answer = await askNode([url], { method, params, signal })
    if ('error' in answer) throw new FrameRequestError(answer.error.message, { code: answer.error.code })
    return answer.result
  }
}
