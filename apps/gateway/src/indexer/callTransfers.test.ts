import { describe, expect, test } from 'vitest'
import { toCallTransfers } from './traces.js'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `0x${letter.repeat(40)}`)

const call = (from: string | undefined, to: string | undefined, more: object = {}): object => ({
  type: 'CALL',
  from,
  to,
  value: '0x0',
  gas: '0x1',
  gasUsed: '0x1',
  input: '0x',
  ...more,
})

const moved = (trace: unknown): readonly unknown[] =>
  toCallTransfers(trace).map(({ sender, recipient, value }) => [sender, recipient, value])

describe('toCallTransfers', () => {
  test('lists internal transfers in order, without the value of the transaction itself', () => {
    const inner = call(b, c, { value: '0x2', calls: [call(c, d, { value: '0x3' })] })
    const trace = call(a, b, {
      value: '0x9',
      calls: [inner, call(b, a?.toUpperCase().replace('X', 'x'), { value: '0x4' })],
    })
    expect(moved(trace)).toEqual([
      [b, c, 2n],
      [c, d, 3n],
      [b, a, 4n],
    ])
  })

  test('excludes reverted calls and everything inside them', () => {
    const undone = call(b, c, { value: '0x2', error: 'execution reverted', calls: [call(c, d, { value: '0x3' })] })
    expect(moved(call(a, b, { calls: [undone, call(b, d, { value: '0x4' })] }))).toEqual([[b, d, 4n]])
    expect(moved(call(a, b, { error: 'out of gas', calls: [call(b, d, { value: '0x4' })] }))).toEqual([])
  })

  test('includes contract creations and self-destructs, but no value of delegate, code and static calls', () => {
    const calls = [
      call(b, c, { type: 'DELEGATECALL', value: '0x9', calls: [call(b, d, { value: '0x1' })] }),
      call(b, c, { type: 'CALLCODE', value: '0x9' }),
      call(b, c, { type: 'STATICCALL', value: undefined }),
      call(b, c, { type: 'CREATE2', value: '0x2' }),
      call(c, d, { type: 'SELFDESTRUCT', value: '0x3' }),
      call(b, undefined, { type: 'CREATE', value: '0x7', error: 'contract creation code storage out of gas' }),
    ]
    expect(moved(call(a, b, { calls }))).toEqual([
      [b, d, 1n],
      [b, c, 2n],
      [c, d, 3n],
    ])
  })

  test('finds transfers at any depth', () => {
    let trace = call(b, c, { value: '0x1' })
    for (let depth = 0; depth < 1_024; depth++) trace = call(b, b, { calls: [trace] })
    expect(moved(trace)).toEqual([[b, c, 1n]])
  })

  test.each([null, 'x', [], {}, call(a, b, { calls: [{}] }), call(a, b, { calls: [call(b, c, { value: '12' })] })])(
    'error: rejects the invalid trace %j',
    (trace) => {
      expect(() => toCallTransfers(trace)).toThrow()
    },
  )
})
