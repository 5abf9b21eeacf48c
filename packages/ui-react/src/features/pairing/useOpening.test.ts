import { describe, expect, it } from 'vitest'
import { notOpened, type Opening, type OpeningEvent, reduceOpening } from './useOpening.js'

const tapped: OpeningEvent = { type: 'tapped', way: 0 }

const left: OpeningEvent = { type: 'left' }

const stayed: OpeningEvent = { type: 'stayed', ways: 2 }

const run = (...events: readonly OpeningEvent[]): Opening => events.reduce(reduceOpening, notOpened)

describe('opening a wallet app', () => {
  it.each<readonly [string, readonly OpeningEvent[], Opening]>([
    ['is ready before any event', [], { status: 'ready', way: 0 }],
    ['ignores leaving the page without a tap', [left], { status: 'ready', way: 0 }],
    ['ignores the timeout without a tap', [stayed], { status: 'ready', way: 0 }],
    ['is opening after a tap', [tapped], { status: 'opening', way: 0 }],
    ['is opened if the page was left in time', [tapped, left], { status: 'opened', way: 0 }],
    ['ignores the timeout after it has opened', [tapped, left, stayed], { status: 'opened', way: 0 }],
    ['fails on the timeout, and offers the next link', [tapped, stayed], { status: 'failed', way: 1 }],
    ['offers the first link again after the last', [{ type: 'tapped', way: 1 }, stayed], { status: 'failed', way: 0 }],
    ['keeps offering the only link', [tapped, { type: 'stayed', ways: 1 }], { status: 'failed', way: 0 }],
    ['fails if there are no links', [tapped, { type: 'stayed', ways: 0 }], { status: 'failed', way: 0 }],
    ['is opened if the page is left after the timeout', [tapped, stayed, left], { status: 'opened', way: 1 }],
    ['is opening again after another tap', [tapped, stayed, { type: 'tapped', way: 1 }], { status: 'opening', way: 1 }],
    ['is opening again after a tap on return', [tapped, left, tapped], { status: 'opening', way: 0 }],
  ])('%s', (_, events, expected) => {
    expect(run(...events)).toEqual(expected)
  })

  it('starts opening only on a tap, and always offers an existing link', () => {
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
