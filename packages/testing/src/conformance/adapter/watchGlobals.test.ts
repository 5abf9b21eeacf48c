import { afterEach, describe, expect, it } from 'vitest'
import { watchGlobals } from './watchGlobals.js'

describe('watchGlobals', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'addEventListener')
  })

  it('tells which were called, lets them work, and puts them back', () => {
    const before = globalThis.setTimeout
    const { value, called } = watchGlobals(() => {
      clearTimeout(setTimeout(() => undefined, 1_000))
      return 'done'
    })
    expect([value, called]).toEqual(['done', ['setTimeout']])
    expect(globalThis.setTimeout).toBe(before)
  })

  it('does not mind who only looks whether they are there', () => {
    expect(watchGlobals(() => typeof fetch === 'function' && typeof window === 'undefined')).toEqual({
      value: true,
      called: [],
    })
  })

  it('puts them back when the watched throws', () => {
    const before = globalThis.fetch
    expect(() =>
      watchGlobals(() => {
        throw new Error('on purpose')
      }),
    ).toThrow('on purpose')
    expect(globalThis.fetch).toBe(before)
  })

  it('watches what a page has and Node has not', () => {
    Object.assign(globalThis, { addEventListener: () => undefined })
    const { called } = watchGlobals(() => globalThis.addEventListener('a', () => undefined))
    expect(called).toEqual(['addEventListener'])
  })
})
