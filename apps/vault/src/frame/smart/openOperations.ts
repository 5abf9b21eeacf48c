import type { AskNode } from '../requests/node.js'
import { readReceipt } from './sendOperation.js'

/** Operations that were sent from this page and may not be in a block yet. */
export type OpenOperations = {
  add(operation: { readonly chain: string; readonly hash: string }): void
  /** Whether one of that network is still open, as far as its bundler says. */
  isBusy(options: { readonly chain: string; readonly signal: AbortSignal }): Promise<boolean>
}

/** More are not looked at again. */
const most = 20

export function createOpenOperations({ ask }: { readonly ask: AskNode }): OpenOperations {
  let open: readonly { readonly chain: string; readonly hash: string }[] = []
  return {
    add(operation) {
      open = [...open, operation].slice(-most)
    },
    async isBusy({ chain, signal }) {
      const asked = open.filter((one) => one.chain === chain)
      const receipts = await Promise.all(asked.map(({ hash }) => readReceipt({ chain, hash, ask, signal })))
      const over = asked.filter((_, index) => receipts[index] !== null)
      open = open.filter((one) => !over.includes(one))
      return over.length < asked.length
    },
  }
}
