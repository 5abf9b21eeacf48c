import type { ConnectorListeners, Env, Namespace } from '@latchkey/core'
import { AbortedError, RequestAbortedError, waitFor } from '@latchkey/core/plugin'

export type ApprovalsOptions = {
  readonly env: Env
  readonly emit: ConnectorListeners['emit']
}

export type ApprovalRequest<value> = {
  readonly namespace: Namespace
  /** Shows it. Has a limit of its own, and gives up when its signal aborts. */
  readonly show: (signal: AbortSignal) => Promise<value>
  readonly signal?: AbortSignal | undefined
}

/** What the visitor is asked in the frame's own screen: one after the other. */
export type Approvals = {
  /** Rejects with the reason of the signal, `REQUEST_ABORTED`, or what showing it failed with. */
  ask<value>(request: ApprovalRequest<value>): Promise<value>
  /** All that are shown or wait to be. */
  rejectAll(): void
  destroy(): void
}

export function createApprovals({ env, emit }: ApprovalsOptions): Approvals {
  const open = new Set<AbortController>()
  let last: Promise<unknown> = Promise.resolve()

  const rejectAll = (reason: unknown): void => {
    for (const controller of [...open]) controller.abort(reason)
  }
  return {
    async ask({ namespace, show, signal }) {
      signal?.throwIfAborted()
      const id = Array.from(env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const controller = new AbortController()
      const own = controller.signal
      const onAbort = (): void => controller.abort(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      open.add(controller)
      // at once, so that whoever leaves room for it knows that another one follows
      emit('approval', { namespace, id, status: 'asked' })

      const before = last
      const showing = before.then(() => {
        own.throwIfAborted()
        return waitFor(show(own), { env, signal: own })
      })
      // who gave up gives way to the next
      last = showing.catch(() => undefined)
      try {
        const value = await waitFor(showing, { env, signal: own })
        emit('approval', { namespace, id, status: 'done' })
        return value
      } catch (cause) {
        emit('approval', { namespace, id, status: 'failed' })
        throw cause
      } finally {
        open.delete(controller)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    rejectAll: () => rejectAll(new RequestAbortedError()),
    destroy: () => rejectAll(new AbortedError()),
  }
}
