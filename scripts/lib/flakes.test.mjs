import { expect, test } from 'vitest'
import { formatFlakes, parseFlakes, startLoad, toFlakeRun } from './flakes.mjs'

const green = {
  start: new Date('2026-03-04T05:06:07Z'),
  milliseconds: 723_400,
  commit: '0123abcd',
  loads: [4, 5],
  failures: [],
}
const red = { ...green, failures: ['a.test.ts > opens | closes', 'b.spec.ts:7 > pays'] }

test('parseFlakes reads back the formatted runs, including the names of failed tests', () => {
  const runs = [red, green].map(toFlakeRun)
  expect(runs[0]).toEqual({
    date: '2026-03-04 05:06',
    commit: '0123abcd',
    duration: '12 min 3 s',
    load: '4.5',
    failures: red.failures,
  })
  expect(parseFlakes(formatFlakes(runs))).toEqual(runs)
})

test.each([
  [[green, green], 'The last 2 of 2 runs'],
  [[green, red, green], 'The last 1 of 3 runs'],
  [[green, red], 'The last 0 of 2 runs'],
])('counts how many runs in a row were green', (runs, sentence) => {
  expect(formatFlakes(runs.map(toFlakeRun))).toContain(sentence)
})

test('startLoad measures the load immediately', () => {
  const load = startLoad()
  load.stop()
  expect(load.loads).toHaveLength(1)
})
