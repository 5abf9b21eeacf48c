import { describe, expect, test } from 'vitest'
import { toTraceTransfers } from './traces.js'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `0x${letter.repeat(40)}`)

const step = (traceAddress: readonly number[], action: object, more: object = {}): object => ({
  type: 'call',
  traceAddress,
  action: { callType: 'call', from: b, to: c, value: '0x0', ...action },
  blockHash: '0x1',
  subtraces: 0,
  result: { gasUsed: '0x1', output: '0x' },
  ...more,
})

const outer = step([], { from: a, to: b, value: '0x9' })

const moved = (...steps: readonly object[]): readonly unknown[] =>
  toTraceTransfers(steps).map(({ sender, recipient, value }) => [sender, recipient, value])

describe('toTraceTransfers', () => {
  test('lists internal transfers in order, without the value of the transaction itself', () => {
    const steps = [
      step([0], { value: '0x2' }),
      step([0, 0], { from: c, to: d, value: '0x3' }),
      step([1], { to: a, value: '0x4' }),
    ]
    expect(moved(outer, ...steps)).toEqual([
      [b, c, 2n],
      [c, d, 3n],
      [b, a, 4n],
    ])
  })

  test('excludes reverted calls and everything inside them', () => {
    const undone = step([0], { value: '0x2' }, { error: 'Reverted' })
    const inside = step([0, 3], { from: c, to: d, value: '0x3' })
    const behind = [
      step([1], { to: d, value: '0x4' }),
      step([1, 0], { value: '0x0' }),
      step([1, 0, 0], { value: '0x5' }),
    ]
    expect(moved(outer, undone, inside, step([0, 3, 1], { value: '0x3' }), ...behind)).toEqual([
      [b, d, 4n],
      [b, c, 5n],
    ])
    expect(moved({ ...outer, error: 'Out of gas' }, step([0], { value: '0x2' }))).toEqual([])
  })

  test('includes contract creations and self-destructs, but no value of delegate, code and static calls', () => {
    const created = {
      type: 'create',
      action: { from: b, value: '0x2', init: '0x' },
      result: { address: c, code: '0x' },
    }
    const failed = { type: 'create', action: { from: b, value: '0x7', init: '0x' }, result: null, error: 'Reverted' }
    const ended = { type: 'suicide', action: { address: c, refundAddress: d, balance: '0x3' } }
    const steps = [
      step([0], { callType: 'delegatecall', value: '0x9' }),
      step([0, 0], { to: d, value: '0x1' }),
      step([1], { callType: 'callcode', value: '0x9' }),
      step([2], { callType: 'staticcall', value: '0x0' }),
      ...[created, failed, ended].map((one, index) => ({ ...step([3 + index], {}), ...one })),
    ]
    expect(moved(outer, ...steps)).toEqual([
      [b, d, 1n],
      [b, c, 2n],
      [c, d, 3n],
    ])
  })

  test.each([{}, { ...outer, type: 'reward' }, { ...outer, traceAddress: '0' }, step([0], { value: '12' })])(
    'error: rejects the invalid step %j',
    (one) => {
      expect(() => toTraceTransfers([one])).toThrow()
    },
  )
})
