import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlain, plainLimits } from './isPlain.js'

const nest = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value }
  return value
}
/** Milliseconds, the best of a few: a busy machine may take the processor away in between. */
const time = (run: () => void): number => {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}

test('takes whatever JSON can say, of a sane size', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const hasReserved = /"(__proto__|constructor|prototype)":/.test(JSON.stringify(value))
      expect(isPlain(value)).toBe(!hasReserved)
    }),
  )
  for (const value of [null, undefined, 0, 1n, '', true, [], {}, nest(60), 'x'.repeat(plainLimits.text)])
    expect(isPlain(value)).toBe(true)
})

test('[I3] depth 10,000, 10 MB and a million of anything are refused within 50 ms', () => {
  const shared = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1)
  const hostile = {
    depth: nest(10_000),
    text: 'x'.repeat(10_000_000),
    texts: Array.from({ length: 10_000 }, () => 'x'.repeat(1_000)),
    numbers: Array.from({ length: 1_000_000 }, () => 1),
    name: { ['x'.repeat(10_000_000)]: 1 },
    shared,
  }
  for (const [name, value] of Object.entries(hostile)) {
    expect(isPlain(value), name).toBe(false)
    expect(
      time(() => isPlain(value)),
      name,
    ).toBeLessThan(50)
  }
  // no engine names so many fields any faster
  expect(isPlain(Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`name${index}`, index])))).toBe(
    false,
  )
})

test('[I3] names that reach into prototypes are refused wherever they stand, and prototypes stay as they are', () => {
  for (const name of ['__proto__', 'constructor', 'prototype'])
    for (const wrap of [(value: unknown) => value, (value: unknown) => [{ a: value }]])
      expect(isPlain(wrap(JSON.parse(`{"${name}":{"polluted":1}}`)))).toBe(false)
  expect('polluted' in {}).toBe(false)
})

test('what is no data is refused', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  for (const value of [
    cycle,
    new Map(),
    new Set(),
    new Uint8Array(1),
    new ArrayBuffer(1),
    new Date(),
    /x/,
    new Error('x'),
  ])
    expect(isPlain({ value })).toBe(false)
})
