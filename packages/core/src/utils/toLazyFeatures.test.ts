import { expect, test, vi } from 'vitest'
import { toLazyFeatures } from '../connectors/lazyConnector.js'

type Features = { readonly double?: (value: number) => Promise<number>; readonly halve?: (value: number) => number }

test('has the named abilities at once, and loads with a call', async () => {
  const load = vi.fn(
    async (): Promise<Features> => ({ double: async (value) => 2 * value, halve: (value) => value / 2 }),
  )
  const features = toLazyFeatures<Features>(['double'], load)
  expect(Object.keys(features)).toEqual(['double'])
  expect(load).not.toHaveBeenCalled()
  expect(await features.double?.(4)).toBe(8)
})

test('what cannot be loaded rejects, and is asked for again', async () => {
  const load = vi.fn<() => Promise<Features>>().mockRejectedValueOnce(new Error('offline'))
  load.mockResolvedValue({ double: async (value) => 2 * value })
  const { double } = toLazyFeatures<Features>(['double'], load)
  await expect(double?.(1)).rejects.toThrow('offline')
  expect(await double?.(1)).toBe(2)
})
