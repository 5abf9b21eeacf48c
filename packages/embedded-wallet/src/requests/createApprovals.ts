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
  /** Why all that was asked was rejected last. */
  let left: RequestAbortedError | undefined
  let last: Promise<unknown> = Promise.resolve()

  const rejectAll = (reason: unknown): void => {
    for (const controller of [...open]) controller.abort(reason)
  }
  return {
    async ask<value>({ namespace, show, signal }: ApprovalRequest<value>): Promise<value> {
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
      let shown: Promise<value> | undefined
      const showing = before.then(() => {
        own.throwIfAborted()
        shown = show(own)
        return waitFor(shown, { env, signal: own })
      })
      // who gave up gives way to the next
      last = showing.catch(() => undefined)
      try {
        const value = await waitFor(showing, { env, signal: own })
        emit('approval', { namespace, id, status: 'done' })
        return value
      } catch (cause) {
        emit('approval', { namespace, id, status: 'failed' })
        throw cause === left ? toLeft(shown, cause) : cause
      } finally {
        open.delete(controller)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    rejectAll() {
      left = new RequestAbortedError()
      rejectAll(left)
    },
    destroy: () => rejectAll(new AbortedError()),
  }
}

/** Who leaves while the frame already sends has sent all the same: the frame says so, or that nothing was sent. */
function toLeft(shown: Promise<unknown> | undefined, cause: unknown): RequestAbortedError {
  return new RequestAbortedError({ cause, settled: shown, isUnsent: shown === undefined })
}
