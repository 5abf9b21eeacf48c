import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchPhishingList } from './watchPhishingList.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-phishing-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a list that is written anew counts from then on; one that is none changes nothing, and is told once', async () => {
  const file = join(folder, 'list.json')
  await writeFile(file, '{"blacklist":["one.example"]}')
  const warnings: unknown[] = []
  const list = await watchPhishingList(file, { warn: (cause) => warnings.push(cause), look: 10 })
  expect([list.has('https://one.example'), list.has('https://two.example')]).toEqual([true, false])
  await writeFile(file, '{"blacklist":["two.example"]}')
  await expect.poll(() => [list.has('https://one.example'), list.has('https://two.example')]).toEqual([false, true])
  await writeFile(file, '[]')
  await expect.poll(() => warnings.length).toBeGreaterThan(0)
  expect(String(warnings[0])).toContain(file)
  expect(list.has('https://two.example')).toBe(true)
})

test('error: one that is not there, or none, is named at the start', async () => {
  const warn = (): void => undefined
  await expect(watchPhishingList(join(folder, 'nowhere'), { warn })).rejects.toThrow('nowhere')
  const file = join(folder, 'wrong.json')
  await writeFile(file, '{"blacklist":1}')
  await expect(watchPhishingList(file, { warn })).rejects.toThrow(file)
})
