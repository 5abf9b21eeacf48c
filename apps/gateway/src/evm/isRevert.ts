import { NodeRefusal } from '../chains/NodeRefusal.js'

/** JSON-RPC: execution reverted. */
const reverted = 3

/** Whether a contract refuses, by the node's word: not that the node cannot tell. */
export function isRevert(cause: unknown): boolean {
  if (!(cause instanceof NodeRefusal)) return false
  return cause.rpcCode === reverted || /\brevert|invalid opcode/i.test(cause.message)
}
