import { describe, it } from 'vitest'
import { atWork, createMemoryAdapterSubject, type SpoilAdapter } from '../testing/createMemoryAdapterSubject.js'
import { findFailures } from '../testing/findFailures.js'
import { failed } from '../testing/spoils.js'
import { never } from '../waiting.js'
import { adapterCases } from './adapterCases.js'

function tryCall(listener: () => void): void {
  try {
    listener()
  } catch {
    // one case adds a listener that throws
  }
}

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: SpoilAdapter])[] = [
  [
    'keeps listening to the page',
    'destroy: leaves no listener and no timer',
    atWork((good, { env }) => ({
      destroy() {
        good.destroy()
        env.window()?.document.addEventListener('visibilitychange', () => undefined)
      },
    })),
  ],
  [
    'keeps a timer',
    'destroy: leaves no listener and no timer',
    atWork((good, { env }) => ({
      destroy() {
        good.destroy()
        env.setTimeout(() => undefined, 500)
      },
    })),
  ],
  [
    'cannot be destroyed twice',
    'destroy: may be called twice',
    atWork((good) => {
      let isOver = false
      return {
        destroy() {
          if (isOver) failed()
          isOver = true
          good.destroy()
        },
      }
    }),
  ],
  [
    'notifies listeners after destroy',
    'destroy: reports no wallets afterwards',
    atWork((good) => {
      const listeners: (() => void)[] = []
      return {
        onConnectorsChange(listener) {
          listeners.push(listener)
          return good.onConnectorsChange(listener)
        },
        destroy() {
          good.destroy()
          setTimeout(() => {
            for (const listener of listeners) tryCall(listener)
          }, 20)
        },
      }
    }),
  ],
  [
    'ignores the abort signal of its context',
    "abort: leaves no listener and no timer when the adapter's context ends",
    (good) => ({ setup: (context) => good.setup({ ...context, signal: never() }) }),
  ],
]

describe('a bad adapter', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(adapterCases, createMemoryAdapterSubject(spoil))).toEqual([caught])
  })
})
