import type { Env } from '@latchkey/core'
import { waitFor } from '@latchkey/core/plugin'
import type { Client } from './relayer.js'

/** Sends the requests of a client one after another, in order. */
export type RequestQueue = {
  /**
   * Sends a request and resolves with its result. The next request waits until the client has assigned this one an id, not
   * for the reply. Throws the signal's reason if it aborts before the request's turn.
   */
  add<value>(request: {
    /** The protocol's method, by which the client records the request. */
    readonly method: string
    readonly send: () => Promise<value>
    readonly signal?: AbortSignal | undefined
    /** Called with the id before the request is published. */
    readonly onId?: ((id: number) => void) | undefined
  }): Promise<value>
  /** An id for a request that isn't sent by the client. */
  createId(): Promise<number>
}

type HistoryRecord = { readonly id: number; readonly request: { readonly method: string } }

/** Milliseconds after which a request without an id no longer holds up others. */
const idTimeout = 1_000

/** How often to check the clock before the next request, a millisecond apart: in some browsers it ticks ten times a second. */
const maxTicks = 200

/**
 * Client 2.21.8 makes ids from the current millisecond and three random digits. Two requests that start together may get the
 * same id, and then the same reply. The queue gives each request its own millisecond, of the real clock, which the client
 * uses.
 */
export function createRequestQueue(client: Client, env: Env): RequestQueue {
  const { history } = client.core
  const never = new AbortController().signal
  let last: Promise<unknown> = Promise.resolve()
  /** The millisecond in which the last id was made, or a later one. */
  let lastIdAt = 0

  /** Resolves when the request has its id, or won't get one. */
  const watchId = (
    method: string,
    onId: ((id: number) => void) | undefined,
  ): ((sent: Promise<unknown>) => Promise<void>) => {
    let onIdentified: (() => void) | undefined
    const identified = new Promise<void>((resolve) => {
      onIdentified = resolve
    })
    const onCreated = ({ id, request }: HistoryRecord): void => {
      if (request.method !== method) return
      onId?.(id)
      onIdentified?.()
    }
    history.on('history_created', onCreated)
    return async (sent) => {
      try {
        await waitFor(Promise.race([identified, sent]), { env, signal: never, timeout: idTimeout })
      } catch {
        // reported by the sender; a hanging storage must not hold up others
      } finally {
        history.off('history_created', onCreated)
        lastIdAt = Date.now()
      }
    }
  }
  const add: RequestQueue['add'] = async ({ method, send, signal, onId }) => {
    const turn = last.then(async () => {
      // a clock that is set back shows another millisecond as well
      for (let count = 0; Date.now() === lastIdAt && count < maxTicks && !signal?.aborted; count++)
        await new Promise((resolve) => setTimeout(resolve, 1))
      signal?.throwIfAborted()
      const untilIdentified = watchId(method, onId)
      const sent = send()
      return { sent, identified: untilIdentified(sent) }
    })
    last = turn.then(
      ({ identified }) => identified,
      () => undefined,
    )
    return (await turn).sent
  }
  return {
    add,
    createId: () => {
      const create = async (): Promise<number> => Date.now() * 1_000 + Math.floor(Math.random() * 1_000)
      return add({ method: 'createId', send: create })
    },
  }
}
