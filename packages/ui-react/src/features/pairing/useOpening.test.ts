import { describe, expect, it } from 'vitest'
import { notOpened, type Opening, type OpeningEvent, reduceOpening } from './useOpening.js'

const tapped: OpeningEvent = { type: 'tapped', way: 0 }

const left: OpeningEvent = { type: 'left' }

const stayed: OpeningEvent = { type: 'stayed', ways: 2 }

const run = (...events: readonly OpeningEvent[]): Opening => events.reduce(reduceOpening, notOpened)

describe('opening the app of a wallet', () => {
  it.each<readonly [string, readonly OpeningEvent[], Opening]>([
    ['nothing was tried', [], { status: 'ready', way: 0 }],
    ['leaving without a tap means nothing', [left], { status: 'ready', way: 0 }],
    ['time without a tap means nothing', [stayed], { status: 'ready', way: 0 }],
    ['a tap', [tapped], { status: 'opening', way: 0 }],
    ['the page was left in time', [tapped, left], { status: 'opened', way: 0 }],
    ['time after that means nothing', [tapped, left, stayed], { status: 'opened', way: 0 }],
    ['nothing happened in time: the next way is first', [tapped, stayed], { status: 'failed', way: 1 }],
    ['after the last way comes the first', [{ type: 'tapped', way: 1 }, stayed], { status: 'failed', way: 0 }],
    ['the only way stays', [tapped, { type: 'stayed', ways: 1 }], { status: 'failed', way: 0 }],
    ['without any way', [tapped, { type: 'stayed', ways: 0 }], { status: 'failed', way: 0 }],
    ['a slow phone', [tapped, stayed, left], { status: 'opened', way: 1 }],
    ['another tap', [tapped, stayed, { type: 'tapped', way: 1 }], { status: 'opening', way: 1 }],
    ['a tap after coming back', [tapped, left, tapped], { status: 'opening', way: 0 }],
  ])('%s', (_, events, expected) => {
    expect(run(...events)).toEqual(expected)
  })

  it('never opens anything by itself: only a tap leads to opening, and the way on offer is one of those there are', () => {
    const ways = 3
    const events: readonly OpeningEvent[] = [
      left,
      { type: 'stayed', ways },
      ...Array.from({ length: ways }, (_, way) => ({ type: 'tapped', way }) as const),
    ]
    let seen = 0
    const walk = (state: Opening, depth: number): void => {
      for (const event of depth > 0 ? events : []) {
        const next = reduceOpening(state, event)
        seen++
        expect(next.way).toBeLessThan(ways)
        if (next.status === 'opening' && state.status !== 'opening') expect(event.type).toBe('tapped')
        walk(next, depth - 1)
      }
    }
    walk(notOpened, 5)
    expect(seen).toBe(3_905)
  })
})
