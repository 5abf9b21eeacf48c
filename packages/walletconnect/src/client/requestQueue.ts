import type { Env } from '@latchkey/core'
import { waitFor } from '@latchkey/core/plugin'
import type { Client } from './relayer.js'

/** Takes steps of one client one after another, in the order in which they come. */
export type RequestQueue = {
  /**
   * Has the client send a request, and gives what it makes of it. The next turn waits until the client has named the
   * request, not for its answer. Throws the reason of the signal where it was aborted before its turn.
   */
  take<value>(turn: {
    /** Of the protocol, by which the client remembers what it sends. */
    readonly method: string
    readonly send: () => Promise<value>
    readonly signal?: AbortSignal | undefined
  }): Promise<value>
  /** An id for a request that the client does not send. */
  drawId(): Promise<number>
}

/** Milliseconds after which a request that got no name keeps no other waiting. */
const nameTimeout = 1_000

/** How often the clock is looked at before a next turn, a millisecond apart: some browsers let it tick ten times a second. */
const maxTicks = 200

/**
 * Client 2.21.8 names a request by the millisecond and three digits that it draws, so that of requests that begin together
 * two may have one id, and the answer to either serves both. Here each has a millisecond of its own, of the real clock, as
 * the client reads no other.
 */
export function createRequestQueue(client: Client, env: Env): RequestQueue {
  const { history } = client.core
  const never = new AbortController().signal
  let last: Promise<unknown> = Promise.resolve()
  /** The millisecond in which the last name was drawn, or one after it. */
  let drawn = 0

  /** Resolves when the request has its name, or will not get one. */
  const watchName = (method: string): ((sent: Promise<unknown>) => Promise<void>) => {
    let tellNamed: (() => void) | undefined
    const named = new Promise<void>((resolve) => {
      tellNamed = resolve
    })
    const onCreated = ({ request }: { readonly request: { readonly method: string } }): void => {
      if (request.method === method) tellNamed?.()
    }
    history.on('history_created', onCreated)
    return async (sent) => {
      try {
        await waitFor(Promise.race([named, sent]), { env, signal: never, deadline: nameTimeout })
      } catch {
        // told by who sends it; where storage hangs, others need not
      } finally {
        history.off('history_created', onCreated)
        drawn = Date.now()
      }
    }
  }
  const take: RequestQueue['take'] = async ({ method, send, signal }) => {
    const turn = last.then(async () => {
      // a clock that is set back shows another millisecond too
      for (let count = 0; Date.now() === drawn && count < maxTicks && !signal?.aborted; count++)
        await new Promise((resolve) => setTimeout(resolve, 1))
      signal?.throwIfAborted()
      const untilNamed = watchName(method)
      const sent = send()
      return { sent, named: untilNamed(sent) }
    })
    last = turn.then(
      ({ named }) => named,
      () => undefined,
    )
    return (await turn).sent
  }
  return {
    take,
    drawId: () => {
      const draw = async (): Promise<number> => Date.now() * 1_000 + Math.floor(Math.random() * 1_000)
      return take({ method: 'drawId', send: draw })
    },
  }
}
