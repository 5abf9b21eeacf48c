import { expect, test } from 'vitest'
import { createStore } from './createStore.js'

test('calls every listener with the new and the previous state', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: unknown[] = []
  store.subscribe((state, previous) => seen.push([state.count, previous.count]))
  store.setState(({ count }) => ({ count: count + 1 }))
  store.setState(({ count }) => ({ count: count + 1 }))
  expect(seen).toEqual([
    [1, 0],
    [2, 1],
  ])
})

test('getInitialState keeps the initial state, for servers and first renders', () => {
  const store = createStore({ count: 0 }, () => {})
  store.setState(() => ({ count: 5 }))
  expect(store.getInitialState()).toEqual({ count: 0 })
  expect(store.getState()).toEqual({ count: 5 })
})

test('a listener that throws is reported and does not stop other listeners', () => {
  const reports: unknown[] = []
  const store = createStore({ count: 0 }, (cause) => reports.push(cause))
  const seen: number[] = []
  const error = new Error('mine')
  store.subscribe(() => {
    throw error
  })
  store.subscribe((state) => seen.push(state.count))
  store.setState(() => ({ count: 1 }))
  expect(seen).toEqual([1])
  expect(reports).toEqual([error])
})

test('an unsubscribed listener is not called again, even if it unsubscribes during a notification', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: string[] = []
  store.subscribe(() => {
    seen.push('first')
    stop()
  })
  const stop = store.subscribe(() => seen.push('second'))
  store.setState(() => ({ count: 1 }))
  store.setState(() => ({ count: 2 }))
  expect(seen).toEqual(['first', 'first'])
})

test('subscribing the same listener twice creates two subscriptions', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: number[] = []
  const listener = (state: { count: number }): number => seen.push(state.count)
  const stop = store.subscribe(listener)
  store.subscribe(listener)
  stop()
  store.setState(() => ({ count: 1 }))
  expect(seen).toEqual([1])
})

test('an update that returns the same state calls no listener', () => {
  const store = createStore({ count: 0 }, () => {})
  let calls = 0
  store.subscribe(() => calls++)
  store.setState((state) => state)
  expect(calls).toBe(0)
})

test('a change made by a listener reaches all others after the change that caused it', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: unknown[] = []
  store.subscribe((state) => {
    if (state.count === 1) store.setState(() => ({ count: 2 }))
  })
  store.subscribe((state, previous) => seen.push([state.count, previous.count]))
  store.setState(() => ({ count: 1 }))
  expect(seen).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect(store.getState().count).toBe(2)
})

test('a listener that subscribes during a notification is called for later changes only', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: number[] = []
  const stop = store.subscribe(() => {
    stop()
    store.setState(() => ({ count: 2 }))
    store.subscribe((state) => seen.push(state.count))
    store.setState(() => ({ count: 3 }))
  })
  store.setState(() => ({ count: 1 }))
  expect(seen).toEqual([3])
})

test('an update that throws changes nothing and leaves the store usable', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: number[] = []
  store.subscribe((state) => seen.push(state.count))
  const update = (): never => {
    throw new Error('no')
  }
  expect(() => store.setState(update)).toThrow('no')
  store.setState(() => ({ count: 1 }))
  expect(seen).toEqual([1])
})

test('notifies listeners once per batch, even if it throws, and merges nested batches', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: unknown[] = []
  store.subscribe((state, previous) => seen.push([state.count, previous.count]))
  const add = (): void => store.setState(({ count }) => ({ count: count + 1 }))
  const result = store.batch(() => {
    add()
    store.batch(add)
    // readers see it at once
    return [store.getState().count, ...seen]
  })
  expect([result, seen]).toEqual([[2], [[2, 0]]])
  const failing = (): void =>
    store.batch(() => {
      add()
      throw new Error('mine')
    })
  expect(failing).toThrow('mine')
  add()
  expect(seen).toEqual([
    [2, 0],
    [3, 2],
    [4, 3],
  ])
  store.batch(() => undefined)
  expect(seen).toHaveLength(3)
})

test('notifies listeners of a batch in a listener after the change that caused it', () => {
  const store = createStore({ count: 0 }, () => {})
  const seen: number[] = []
  store.subscribe(({ count }) => {
    if (count !== 1) return
    store.batch(() => {
      store.setState(() => ({ count: 2 }))
      store.setState(() => ({ count: 3 }))
    })
  })
  store.subscribe(({ count }) => seen.push(count))
  store.setState(() => ({ count: 1 }))
  expect(seen).toEqual([1, 3])
})
