import { expect, test } from 'vitest'
import { assertCase, type ConformanceCase, NotApplicableError } from './runConformance.js'

const caseOf = (run: (subject: string) => Promise<void>): ConformanceCase<string> =>
  ({ name: 'calls:send: sends all calls of a bundle', run }) as unknown as ConformanceCase<string>

test('assertCase resolves if the case passes on the given subject', async () => {
  const seen: string[] = []
  const item = caseOf(async (subject) => void seen.push(subject))
  await assertCase(item, 'mine')
  await assertCase(item, 'mine', /^calls:/)
  expect(seen).toEqual(['mine', 'mine'])
})

test('assertCase rejects with the error of a failed case, even if the case may be not applicable', async () => {
  const fault = new Error('broken')
  const item = caseOf(() => Promise.reject(fault))
  await expect(assertCase(item, 'mine')).rejects.toBe(fault)
  await expect(assertCase(item, 'mine', /^calls:/)).rejects.toBe(fault)
})

test('assertCase accepts a case that is not applicable only if its name matches the pattern', async () => {
  const item = caseOf(() => Promise.reject(new NotApplicableError('There is no such feature.')))
  await assertCase(item, 'mine', /^calls:/)
  await expect(assertCase(item, 'mine')).rejects.toThrow('Not applicable: There is no such feature.')
  await expect(assertCase(item, 'mine', /^message:/)).rejects.toThrow('Not applicable')
})
