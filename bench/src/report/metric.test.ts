import { expect, test } from 'vitest'
import { toMetric } from './metric.js'

test('rounds value and budget to what a reader can use', () => {
  expect(toMetric('a', 1.23456, 'KiB', 10)).toEqual({ name: 'a', value: 1.23, unit: 'KiB', budget: 10 })
  expect(toMetric('a', 71.26, 'ms', 51.04 + 20)).toEqual({ name: 'a', value: 71.3, unit: 'ms', budget: 71 })
  expect(toMetric('a', 0.004, 'count', 0)).toEqual({ name: 'a', value: 0, unit: 'count', budget: 0 })
})

test('has no budget unless told', () => {
  expect(toMetric('a', 1, 'count').budget).toBeNull()
})

test('never writes a negative zero', () => {
  expect(Object.is(toMetric('a', -0.001, 'KiB').value, 0)).toBe(true)
})

test('what could not be measured is an error, not a figure', () => {
  expect(() => toMetric('heap', Number.NaN, 'KiB')).toThrow('"heap" could not be measured')
  expect(() => toMetric('heap', Number.POSITIVE_INFINITY, 'KiB')).toThrow('"heap" could not be measured')
})
