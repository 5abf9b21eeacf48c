import type { ConnectorListeners, Env, Namespace } from '@latchkey/core'
import { AbortedError, RequestAbortedError, waitFor } from '@latchkey/core/plugin'

export type ApprovalsOptions = {
  readonly env: Env
  readonly emit: ConnectorListeners['emit']
}

export type ApprovalRequest<value> = {
  readonly namespace: Namespace
  /** Shows the request. Has its own timeout, and is canceled when its signal aborts. */
  readonly show: (signal: AbortSignal) => Promise<value>
  readonly signal?: AbortSignal | undefined
}

/** Requests that the user approves in the frame's screen, one at a time. */
export type Approvals = {
  /** Rejects with the signal's reason, `REQUEST_ABORTED`, or the error of `show`. */
  request<value>(request: ApprovalRequest<value>): Promise<value>
  /** Rejects all requests that are shown or queued. */
  rejectAll(): void
  /** The frame shows the current request in a screen of this height, in CSS pixels. */
  setHeight(height: number): void
  destroy(): void
}

export function createApprovals({ env, emit }: ApprovalsOptions): Approvals {
  const open = new Set<AbortController>()
  /** The reason of each `rejectAll`: two may follow each other before the first has taken effect. */
  const left = new RequestAbortedError()
  let last: Promise<unknown> = Promise.resolve()
  let current: { readonly namespace: Namespace; readonly id: string } | undefined

  const rejectAll = (reason: unknown): void => {
    for (const controller of [...open]) controller.abort(reason)
  }
  return {
    async request<value>({ namespace, show, signal }: ApprovalRequest<value>): Promise<value> {
      signal?.throwIfAborted()
      const id = Array.from(env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const controller = new AbortController()
      const own = controller.signal
      const onAbort = (): void => controller.abort(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      open.add(controller)
      // emitted immediately, so that the UI keeps the screen open for the next request
      emit('approval', { namespace, id, status: 'asked' })

      const before = last
      let shown: Promise<value> | undefined
      const showing = before.then(() => {
        own.throwIfAborted()
        current = { namespace, id }
        shown = show(own)
        return waitFor(shown, { env, signal: own })
      })
      // a canceled request makes way for the next one
      last = showing.catch(() => undefined)
      try {
        const value = await waitFor(showing, { env, signal: own })
        emit('approval', { namespace, id, status: 'done' })
        return value
      } catch (cause) {
        emit('approval', { namespace, id, status: 'failed' })
        throw cause === left ? toAbortedError(shown, cause) : cause
      } finally {
        open.delete(controller)
        if (current?.id === id) current = undefined
        signal?.removeEventListener('abort', onAbort)
      }
    },
    rejectAll: () => rejectAll(left),
    setHeight(height) {
      if (current) emit('approval', { ...current, status: 'shown', height })
    },
    destroy: () => rejectAll(new AbortedError()),
  }
}

/** A request that is already being sent may still succeed: `settled` reports the outcome. */
function toAbortedError(shown: Promise<unknown> | undefined, cause: unknown): RequestAbortedError {
  return new RequestAbortedError({ cause, settled: shown, isUnsent: shown === undefined })
}
