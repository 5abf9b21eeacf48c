import { afterEach, describe, expect, it } from 'vitest'
import { watchGlobals } from './watchGlobals.js'

describe('watchGlobals', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'addEventListener')
  })

  it('reports which globals were called, lets them work, and restores them', () => {
    const before = globalThis.setTimeout
    const { value, called } = watchGlobals(() => {
      clearTimeout(setTimeout(() => undefined, 1_000))
      return 'done'
    })
    expect([value, called]).toEqual(['done', ['setTimeout']])
    expect(globalThis.setTimeout).toBe(before)
  })

  it('does not report checks whether a global exists', () => {
    expect(watchGlobals(() => typeof fetch === 'function' && typeof window === 'undefined')).toEqual({
      value: true,
      called: [],
    })
  })

  it('restores the globals if the watched function throws', () => {
    const before = globalThis.fetch
    expect(() =>
      watchGlobals(() => {
        throw new Error('on purpose')
      }),
    ).toThrow('on purpose')
    expect(globalThis.fetch).toBe(before)
  })

  it('watches globals that browsers have and Node.js lacks', () => {
    Object.assign(globalThis, { addEventListener: () => undefined })
    const { called } = watchGlobals(() => globalThis.addEventListener('a', () => undefined))
    expect(called).toEqual(['addEventListener'])
  })
})
