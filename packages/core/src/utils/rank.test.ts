import { array, assert, boolean, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { type RankSample, rankDefaults, rankEndpoints } from '../rpc/requestNode.js'

const poll = (latency: number, isSuccess = true): RankSample => ({ latency, isSuccess })

test('polls every 4 s and weighs stability 0.7, latency 0.3', () => {
  expect(rankDefaults).toMatchObject({ interval: 4_000, stabilityWeight: 0.7, latencyWeight: 0.3 })
})

test('the faster of two reliable endpoints comes first', () => {
  expect(rankEndpoints([[poll(300)], [poll(20)], [poll(100)]])).toEqual([1, 2, 0])
})

test('a reliable slow endpoint beats a fast one that fails every other time', () => {
  expect(
    rankEndpoints([
      [poll(10), poll(10, false)],
      [poll(900), poll(900)],
    ]),
  ).toEqual([1, 0])
})

test('speed decides where stability hardly differs', () => {
  const almost = [poll(10, false), ...Array.from({ length: 9 }, () => poll(10))]
  expect(rankEndpoints([Array.from({ length: 10 }, () => poll(900)), almost])).toEqual([1, 0])
})

test('failures count for nothing, however fast they come', () => {
  expect(rankEndpoints([[poll(1, false)], [poll(5000)]])).toEqual([1, 0])
})

test('equal endpoints, and those that were never polled, keep their order', () => {
  expect(rankEndpoints([[], [], []])).toEqual([0, 1, 2])
  expect(rankEndpoints([[poll(50)], [poll(50)]])).toEqual([0, 1])
})

test('polls of long ago are forgotten', () => {
  const recovered = [
    ...Array.from({ length: 50 }, () => poll(10, false)),
    ...Array.from({ length: 10 }, () => poll(10)),
  ]
  expect(rankEndpoints([[poll(40)], recovered])).toEqual([1, 0])
})

test('every endpoint is ranked exactly once', () => {
  const samples = array(record({ latency: integer({ min: 0, max: 60_000 }), isSuccess: boolean() }))
  assert(
    property(array(samples), (endpoints) => {
      expect(rankEndpoints(endpoints).toSorted((a, b) => a - b)).toEqual(endpoints.map((_, index) => index))
    }),
  )
})
