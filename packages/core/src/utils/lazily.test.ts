import { expect, test } from 'vitest'
import { lazily } from './loadModule.js'

test('loads once, at the first call', async () => {
  let loads = 0
  const load = lazily(async () => {
    loads += 1
    return loads
  })
  expect(loads).toBe(0)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('tries again after a load that failed', async () => {
  const outcomes = [Promise.reject(new Error('offline')), Promise.resolve('loaded')]
  const load = lazily(() => outcomes.shift() ?? Promise.reject(new Error('once too often')))
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe('loaded')
  expect(await load()).toBe('loaded')
})
