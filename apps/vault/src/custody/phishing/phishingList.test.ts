import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../test/startWorld.js'
import { parsePhishingList, watchPhishingList } from './phishingList.js'

const text = JSON.stringify({
  version: 2,
  tolerance: 1,
  blacklist: ['shop.example', 'bad.example'],
  whitelist: ['uniswap.example', 'good.bad.example'],
  fuzzylist: ['uniswap.example', 'metamask.io'],
})

describe('parsePhishingList', () => {
  const list = parsePhishingList(text)
  test.each([
    ['https://shop.example', true],
    ['https://SHOP.example:8443', true],
    ['https://a.b.shop.example', true],
    ['https://myshop.example', false],
    ['https://example', false],
    ['https://good.bad.example', false],
    ['https://x.good.bad.example', false],
    ['https://other.bad.example', true],
    ['https://uniswap.example', false],
    ['https://un1swap.example', true],
    ['https://www.uniswop.example', true],
    ['https://unniswap.com', true],
    ['https://metamask.com', true],
    ['https://metamusk.io', true],
    ['https://netamusk.io', false],
    ['http://localhost:4173', false],
  ])('%s: %s', (origin, isListed) => {
    expect(list.has(origin)).toBe(isListed)
  })

  test('error: rejects an invalid list', () => {
    for (const wrong of ['[]', '{"blacklist":"x"}', '{"tolerance":-1}', 'null'])
      expect(() => parsePhishingList(wrong)).toThrow('not a phishing list')
    expect(parsePhishingList('{}').has('https://x.example')).toBe(false)
  })
})

describe('a request from a listed site', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ phishing: parsePhishingList(text) })
  })
  afterAll(() => world?.stop())

  test('has the phishing warning before all others, and can still be signed', async () => {
    for (const [origin, isListed] of [
      ['https://shop.example', true] as const,
      ['https://app.example', false] as const,
    ]) {
      const visitor = world.createVisitor({ origin })
      await world.logIn(visitor, 'careful@mail.example')
      const { accounts } = await visitor.get('user.get', {})
      const params = [toHex('\u202ehello'), accounts[0]?.address]
      const asked = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
      expect(asked.summary.warnings[0] === 'phishingOrigin').toBe(isListed)
      expect(asked.summary.warnings).toContain('hiddenCharacters')
      expect((await visitor.ask('request.sign', asked)).error?.code).toBe('INVALID_PARAMS')
      const { id, digest } = asked
      expect((await visitor.ask('request.sign', { id, digest })).error).toBeUndefined()
    }
  })
})

describe('watchPhishingList', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-phishing-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  test('applies a list that was rewritten; keeps the last valid one if it is invalid, and warns', async () => {
    const file = join(folder, 'list.json')
    await writeFile(file, '{"blacklist":["one.example"]}')
    const warnings: unknown[] = []
    const list = await watchPhishingList(file, { warn: (cause) => warnings.push(cause), pollInterval: 10 })
    expect([list.has('https://one.example'), list.has('https://two.example')]).toEqual([true, false])
    await writeFile(file, '{"blacklist":["two.example"]}')
    await expect.poll(() => [list.has('https://one.example'), list.has('https://two.example')]).toEqual([false, true])
    await writeFile(file, '[]')
    await expect.poll(() => warnings.length).toBeGreaterThan(0)
    expect(String(warnings[0])).toContain(file)
    expect(list.has('https://two.example')).toBe(true)
  })

  test('error: fails at the start if the file is missing or invalid, and names it', async () => {
    const warn = (): void => undefined
    await expect(watchPhishingList(join(folder, 'nowhere'), { warn })).rejects.toThrow('nowhere')
    const file = join(folder, 'wrong.json')
    await writeFile(file, '{"blacklist":1}')
    await expect(watchPhishingList(file, { warn })).rejects.toThrow(file)
  })
})
