import { createEnv } from '@latchkey/core/plugin'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Approvals, createApprovals } from './createApprovals.js'

type Shown = { readonly signal: AbortSignal; resolve(value: unknown): void; reject(cause: unknown): void }

function setUp() {
  const events: string[] = []
  const ids: string[] = []
  const shown: Shown[] = []
  const approvals: Approvals = createApprovals({
    env: createEnv(),
    emit(event, data) {
      if (event !== 'approval' || !('id' in data)) return
      if (!ids.includes(data.id)) ids.push(data.id)
      const height = data.status === 'shown' ? ` ${data.height}` : ''
      events.push(`${ids.indexOf(data.id)} ${data.status}${height}`)
    },
  })
  const ask = (signal?: AbortSignal): Promise<unknown> => {
    const show = (own: AbortSignal): Promise<unknown> =>
      new Promise((resolve, reject) => shown.push({ signal: own, resolve, reject }))
    const asking = approvals.request({ namespace: 'eip155', show, signal })
    asking.catch(() => undefined) // checked by the test
    return asking
  }
  const untilShown = (count: number): Promise<void> => vi.waitFor(() => expect(shown).toHaveLength(count))
  return { approvals, events, ids, shown, ask, untilShown }
}

describe('requests', () => {
  test('emit an event when they are asked and when they end', async () => {
    const { ask, shown, events, ids, untilShown } = setUp()
    const asking = ask()
    expect(events).toEqual(['0 asked'])
    await untilShown(1)
    shown[0]?.resolve('0x1')
    expect(await asking).toBe('0x1')
    expect(events).toEqual(['0 asked', '0 done'])
    expect(ids[0]).toMatch(/^[\da-f]{32}$/)
  })

  test('are shown one after the other, but emit asked at once', async () => {
    const { ask, shown, events, untilShown } = setUp()
    const [first, second] = [ask(), ask()]
    await untilShown(1)
    expect(events).toEqual(['0 asked', '1 asked'])
    shown[0]?.resolve('a')
    expect(await first).toBe('a')
    await untilShown(2)
    shown[1]?.resolve('b')
    expect(await second).toBe('b')
    expect(events).toEqual(['0 asked', '1 asked', '0 done', '1 done'])
  })

  test('do not fail because the one before failed', async () => {
    const { ask, shown, events, untilShown } = setUp()
    const [first, second] = [ask(), ask()]
    await untilShown(1)
    shown[0]?.reject(new Error('declined'))
    await expect(first).rejects.toThrow('declined')
    await untilShown(2)
    shown[1]?.resolve('b')
    expect(await second).toBe('b')
    expect(events).toEqual(['0 asked', '1 asked', '0 failed', '1 done'])
  })
})

describe('the height of the screen', () => {
  test('is emitted for the shown request only', async () => {
    const { approvals, ask, shown, events, untilShown } = setUp()
    approvals.setHeight(300)
    const [first, second] = [ask(), ask()]
    await untilShown(1)
    approvals.setHeight(512)
    shown[0]?.resolve('a')
    await first
    await untilShown(2)
    approvals.setHeight(430)
    shown[1]?.resolve('b')
    await second
    approvals.setHeight(300)
    expect(events).toEqual(['0 asked', '1 asked', '0 shown 512', '0 done', '1 shown 430', '1 done'])
  })
})

describe('aborted requests', () => {
  test('are not shown if they were still waiting', async () => {
    const { ask, shown, events, untilShown } = setUp()
    const leaving = new AbortController()
    const [first, second] = [ask(), ask(leaving.signal)]
    await untilShown(1)
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    shown[0]?.resolve('a')
    await first
    const third = ask()
    await untilShown(2)
    shown[1]?.resolve('c')
    expect(await third).toBe('c')
    expect(events).toEqual(['0 asked', '1 asked', '1 failed', '0 done', '2 asked', '2 done'])
  })

  test('are withdrawn if they were shown, and the next one is shown', async () => {
    const { ask, shown, untilShown } = setUp()
    const leaving = new AbortController()
    const [first, second] = [ask(leaving.signal), ask()]
    await untilShown(1)
    leaving.abort(new Error('left'))
    await expect(first).rejects.toThrow('left')
    expect(shown[0]?.signal.aborted).toBe(true)
    await untilShown(2)
    shown[1]?.resolve('b')
    expect(await second).toBe('b')
  })

  test('emit nothing if the signal was aborted before the request', async () => {
    const { ask, events } = setUp()
    await expect(ask(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(events).toEqual([])
  })

  test('include all pending ones after rejectAll, and a new request succeeds', async () => {
    const { approvals, ask, shown, events, untilShown } = setUp()
    const both = [ask(), ask()]
    await untilShown(1)
    approvals.rejectAll()
    for (const asking of both) await expect(asking).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(shown[0]?.signal.aborted).toBe(true)
    const next = ask()
    await untilShown(2)
    shown[1]?.resolve('c')
    expect(await next).toBe('c')
    expect(events.filter((event) => event.endsWith('failed'))).toHaveLength(2)
  })
})

test('every request ends exactly once, in any order of events', async () => {
  const step = constantFrom('ask', 'leave', 'resolve', 'reject', 'rejectAll')
  await assert(
    asyncProperty(array(step, { maxLength: 20 }), async (steps) => {
      const { approvals, ask, shown, events, ids } = setUp()
      const controllers: AbortController[] = []
      for (const name of steps) {
        if (name === 'ask') {
          const controller = new AbortController()
          controllers.push(controller)
          ask(controller.signal).catch(() => undefined) // reported by its event
        }
        if (name === 'leave') controllers.pop()?.abort(new Error('left'))
        if (name === 'resolve') shown.at(-1)?.resolve('x')
        if (name === 'reject') shown.at(-1)?.reject(new Error('no'))
        if (name === 'rejectAll') approvals.rejectAll()
        await new Promise((resolve) => setTimeout(resolve))
      }
      approvals.destroy()
      await new Promise((resolve) => setTimeout(resolve))
      const ended = events.filter((event) => !event.endsWith('asked')).map((event) => event.split(' ')[0])
      expect(new Set(ended).size).toBe(ended.length)
      expect(ended).toHaveLength(ids.length)
    }),
    { numRuns: 50 },
  )
})
