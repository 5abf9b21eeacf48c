import { expect, test } from 'vitest'
import { mergeResults, type Result, tolerance, toMetric, toTimeMetric } from './metric.js'

test('rounds value and budget to a precision that suits the unit', () => {
  expect(toMetric('a', 1.23456, 'KiB', 10)).toEqual({ name: 'a', value: 1.23, unit: 'KiB', budget: 10 })
  expect(toMetric('a', 71.26, 'ms', 51.04 + 20)).toEqual({ name: 'a', value: 71.3, unit: 'ms', budget: 71 })
  expect(toMetric('a', 0.004, 'count', 0)).toEqual({ name: 'a', value: 0, unit: 'count', budget: 0 })
  expect(toMetric('a', 0.00041, 'score', 0)).toEqual({ name: 'a', value: 0.0004, unit: 'score', budget: 0 })
})

test('has no budget by default', () => {
  expect(toMetric('a', 1, 'count').budget).toBeNull()
})

test('never writes a negative zero', () => {
  expect(Object.is(toMetric('a', -0.001, 'KiB').value, 0)).toBe(true)
})

test('error: throws if a value could not be measured', () => {
  expect(() => toMetric('heap', Number.NaN, 'KiB')).toThrow('"heap" could not be measured: the result is NaN.')
  expect(() => toMetric('heap', Number.POSITIVE_INFINITY, 'KiB')).toThrow('"heap" could not be measured')
  expect(() => toTimeMetric('click', [], [1], { multiple: 2 })).toThrow('"click" could not be measured')
})

test('derives the budget of a time from the floor of the same run', () => {
  const slowMachine = toTimeMetric('click', [120, 150, 90], [100, 60, 80], { multiple: 1.5 })
  expect(slowMachine).toEqual({
    name: 'click',
    value: 120,
    unit: 'ms',
    budget: Number((80 * 1.5 * (1 + tolerance)).toFixed(1)),
    time: { range: [90, 150], floor: 80, floorRange: [60, 100], multiple: 1.5, maxMultiple: 1.5 },
  })
  const fastMachine = toTimeMetric('click', [12, 15, 9], [10, 6, 8], { multiple: 1.5 })
  expect(fastMachine.time?.multiple).toBe(slowMachine.time?.multiple)
})

test('a budget is at least the minimum, even if the floor is zero', () => {
  const metric = toTimeMetric('blocking time', [5], [0], { multiple: 1.3, atLeast: 20 })
  expect(metric).toMatchObject({ value: 5, budget: 20, time: { floor: 0, multiple: null } })
  expect(toTimeMetric('blocking time', [5], [100], { multiple: 1.3, atLeast: 20 }).budget).toBeCloseTo(
    130 * (1 + tolerance),
    1,
  )
})

const toResult = (measurement: string, name: string, value: number): Result => ({
  measurement,
  ...toMetric(name, value, 'count'),
})

test('mergeResults replaces results of repeated measurements, drops unknown ones and keeps the given order', () => {
  const earlier = [
    toResult('idle', 'a', 1),
    toResult('idle', 'b', 2),
    toResult('heap', 'c', 3),
    toResult('gone', 'd', 4),
  ]
  const later = [toResult('list', 'e', 5), toResult('idle', 'a', 6)]
  expect(mergeResults(['list', 'idle', 'heap'], earlier, later)).toEqual([
    toResult('list', 'e', 5),
    toResult('idle', 'a', 6),
    toResult('heap', 'c', 3),
  ])
})
