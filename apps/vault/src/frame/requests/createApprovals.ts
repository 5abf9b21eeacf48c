import { FrameRefusal } from '../FrameRefusal.js'
import { VaultError } from '../session/VaultError.js'
import { createOpenOperations } from '../smart/openOperations.js'
import { type Conclude, finishRequest } from './finishRequest.js'
import type { WalletRequest } from './requests.js'
import type { RequestsOptions } from './requestsOptions.js'
import { startRequest } from './startRequest.js'

export type Approvals = {
  add(request: WalletRequest): Promise<unknown>
  abort(id?: string): void
}

/** More than any page asks in earnest. */
const mostWaiting = 20

/** Asks the visitor for one thing at a time; what comes meanwhile waits. */
export function createApprovals(options: RequestsOptions): Approvals {
  const waiting = new Map<string, AbortController>()
  let last: Promise<unknown> = Promise.resolve()
  const operations = createOpenOperations(options)
  /** Takes away what is left of the request before. */
  let clear = (): void => undefined

  async function run(request: WalletRequest): Promise<Conclude> {
    const { signal } = request
    signal.throwIfAborted()
    clear()
    const over = new AbortController()
    clear = () => over.abort()
    try {
      return await askAndSign(request, over.signal)
    } finally {
      // the page around the frame puts it away meanwhile
      setTimeout(clear, 1_000)
    }
  }

  async function askAndSign(request: WalletRequest, over: AbortSignal): Promise<Conclude> {
    const { session, ask, prompt, now, accounts, wait } = options
    const { signal } = request
    const shownUntil = AbortSignal.any([signal, over])
    const started = await withUnlock(() => startRequest(request, { session, ask, accounts, operations }), shownUntil)
    const { id, digest, expiresAt, summary, tokens, isPermitted = false } = started
    const expired = AbortSignal.timeout(Math.max(0, expiresAt - now()))
    const shown = AbortSignal.any([signal, expired, over])
    try {
      const isApproved =
        isPermitted || (await prompt({ summary, network: request.network, tokens, expiresAt, signal: shown }))
      if (!isApproved) throw new FrameRefusal('User rejected the request.', { code: 4001 })
      signal.throwIfAborted()
    } catch (cause) {
      // the vault forgets it by itself in the end: nothing waits for its answer
      void session.call('request.reject', { id }, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
      if (expired.aborted && !signal.aborted)
        throw new FrameRefusal('The request was not approved in time.', { code: 4001, cause })
      throw cause
    }
    const { result } = await withUnlock(() => session.call('request.sign', { id, digest }, { signal }), shownUntil)
    return finishRequest(request, { result, ask, accounts, operations, wait })
  }

  /** A sealed wallet is unlocked first, and what it was for goes on from there, once. */
  async function withUnlock<result>(act: () => Promise<result>, signal: AbortSignal): Promise<result> {
    try {
      return await act()
    } catch (cause) {
      if (!(cause instanceof VaultError && cause.code === 'LOCKED')) throw cause
      await options.unlock({ signal })
      return act()
    }
  }

  return {
    async add(request) {
      if (waiting.size >= mostWaiting)
        throw new FrameRefusal('Too many requests wait for approval already.', { code: -32005 })
      const controller = new AbortController()
      waiting.set(request.id, controller)
      const before = last
      const signal = AbortSignal.any([controller.signal, request.signal])
      const mine = before.then(() => run({ ...request, signal }))
      last = mine.catch(() => undefined)
      try {
        const conclude = await untilAborted(mine, signal)
        // the next one is shown meanwhile
        return await untilAborted(conclude(), signal)
      } finally {
        waiting.delete(request.id)
      }
    },
    abort(id) {
      const reason = new FrameRefusal('Request was aborted', { code: 4001 })
      for (const [key, controller] of waiting) if (id === undefined || key === id) controller.abort(reason)
    },
  }
}

/** Who waits in line hears at once that it is given up, not when its turn comes. */
function untilAborted<result>(promise: Promise<result>, signal: AbortSignal): Promise<result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
