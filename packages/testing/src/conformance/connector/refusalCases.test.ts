import type { ConnectorEvents, ConnectResult } from '@latchkey/core'
import { AbortedError } from '@latchkey/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemorySubject, type Spoil } from '../testing/createMemorySubject.js'
import { hub } from '../testing/createMemoryWallet.js'
import { findFailures } from '../testing/findFailures.js'
import { connecting, failed, failing } from '../testing/spoils.js'
import { never } from '../waiting.js'
import { connectorCases } from './connectorCases.js'

const anyResult: ConnectResult = {
  accounts: [{ namespace: 'cosmos', address: 'hub1zzzzzzzzzzzzzzzzzzzzzzzz', type: 'eoa' }],
  caipNetworkId: hub.caipNetworkId,
}

function rethrow(cause: unknown): never {
  throw cause as Error
}

/** Rejected by the user, not aborted and not silent. */
const isRefusal = (request: { readonly silent: boolean; readonly signal: AbortSignal }): boolean =>
  !request.silent && !request.signal.aborted

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: Spoil])[] = [
  [
    'fails with another error if the user declines',
    'refusal: rejects with a LatchkeyError with the code USER_REJECTED',
    failing(() => (cause, request) => (isRefusal(request) ? failed() : rethrow(cause))),
  ],
  [
    'passes the error of the wallet through',
    'refusal: rejects with a LatchkeyError with the code USER_REJECTED',
    failing(() => (cause, request) => {
      if (isRefusal(request)) throw Object.assign(new Error('no'), { code: 4001 })
      return rethrow(cause)
    }),
  ],
  [
    'connects silently after a refusal',
    'refusal: stores no consent',
    failing(() => {
      let wasRefused = false
      return (cause, request) => {
        wasRefused ||= isRefusal(request)
        return wasRefused && request.silent ? anyResult : rethrow(cause)
      }
    }),
  ],
  [
    'keeps listening to the wallet after a refusal',
    'refusal: leaves no listener on the wallet',
    failing(({ provider }) => (cause, request) => {
      if (isRefusal(request)) provider.on(() => undefined)
      return rethrow(cause)
    }),
  ],
  [
    'fails the next connect after a refusal',
    'refusal: connecting again works if the user then approves',
    connecting((good) => {
      let wasRefused = false
      return async (request) => {
        if (wasRefused && !request.silent) failed()
        return good(request).catch((cause: unknown) => {
          wasRefused = isRefusal(request)
          return rethrow(cause)
        })
      }
    }),
  ],

  [
    'shows a prompt for an aborted request',
    'abort: shows no prompt if the signal is already aborted',
    connecting((good, { provider }) => async (request) => {
      if (request.signal.aborted) provider.ask(() => undefined).catch(() => undefined)
      return good(request)
    }),
  ],
  [
    'ignores an abort while connecting',
    "abort: rejects at once with the signal's reason while the wallet shows a prompt",
    connecting(
      (good) => async (request) => good({ ...request, signal: request.signal.aborted ? request.signal : never() }),
    ),
  ],
  [
    'rejects with a reason other than that of the signal',
    "abort: rejects at once with the signal's reason while the wallet shows a prompt",
    connecting((good) => async (request) => {
      request.signal.throwIfAborted()
      return good(request).catch((cause: unknown) => {
        if (request.signal.aborted) throw new AbortedError()
        return rethrow(cause)
      })
    }),
  ],
  [
    'emits a change for a response after an abort',
    'abort: a late response of the wallet changes nothing',
    (good, { provider }) => {
      const listeners: ((data: ConnectorEvents['change']) => void)[] = []
      return {
        on(event, listener) {
          if (event === 'change') listeners.push(listener as (data: ConnectorEvents['change']) => void)
          return good.on(event, listener)
        },
        async connect(request) {
          const notify = (): void => {
            if (request.signal.aborted)
              for (const listener of listeners) listener({ namespace: 'cosmos', ...anyResult })
          }
          if (isRefusal(request)) provider.connect().then(notify, () => undefined)
          return good.connect(request)
        },
      }
    },
  ],
  [
    'is stuck after an abort',
    'abort: connecting works again afterwards',
    connecting((good) => {
      let isStuck = false
      return async (request) => {
        request.signal.throwIfAborted()
        if (isStuck) failed()
        return good(request).finally(() => {
          isStuck = request.signal.aborted
        })
      }
    }),
  ],
]

describe('a bad connector', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(connectorCases, createMemorySubject(spoil))).toEqual([caught])
  })

  describe('with an unhandled rejection', () => {
    // the runner's own listeners would report it as a failure of this file
    const ignore = (): void => undefined
    let others: NodeJS.UnhandledRejectionListener[] = []
    beforeEach(() => {
      others = process.listeners('unhandledRejection')
      process.removeAllListeners('unhandledRejection')
      process.on('unhandledRejection', ignore)
    })
    afterEach(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50)) // the last one comes after its case has ended
      process.off('unhandledRejection', ignore)
      for (const listener of others) process.on('unhandledRejection', listener)
    })

    it('fails "abort: a late response of the wallet changes nothing"', async () => {
      const spoil = connecting((good, { provider }) => async (request) => {
        const drop = (): void => request.signal.throwIfAborted()
        if (isRefusal(request)) provider.connect().then(drop, () => undefined)
        return good(request)
      })
      const failures = await findFailures(connectorCases, createMemorySubject(spoil))
      expect(failures).toEqual(['abort: a late response of the wallet changes nothing'])
    })
  })
})
