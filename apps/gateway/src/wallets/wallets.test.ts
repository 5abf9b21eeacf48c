import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseWalletQuery, readWallets } from './wallets.js'

describe('the wallets file', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallets-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  async function fileOf(content: string): Promise<string> {
    const file = join(folder, 'wallets.json')
    await writeFile(file, content)
    return file
  }

  test('defaults to the bundled list, with an image ID for each wallet', async () => {
    const { wallets, dropped } = await readWallets(undefined)
    expect([wallets.length > 300, dropped, wallets[0]?.id]).toEqual([true, 0, 'io.metamask'])
    expect(wallets.every(({ image_id }) => image_id !== undefined)).toBe(true)
  })

  test('drops unsafe links when it is read', async () => {
    const file = await fileOf(JSON.stringify([{ id: 'a', name: 'A', mobile_link: 'javascript:alert(1)', order: 1 }]))
    expect(await readWallets(file)).toEqual({ wallets: [{ id: 'a', name: 'A', order: 1, image_id: 'a' }], dropped: 0 })
  })

  test('lists wallets with an order first, and keeps the order of the others', async () => {
    const rows = [
      { id: 'x', name: 'X' },
      { id: 'second', name: 'S', order: 2 },
      { id: 'y', name: 'Y' },
      { id: 'first', name: 'F', order: 1 },
    ]
    const { wallets } = await readWallets(await fileOf(JSON.stringify({ data: rows })))
    expect(wallets.map(({ id }) => id)).toEqual(['first', 'second', 'x', 'y'])
  })

  test.each(['', '{', '7', 'null', '{"data":{}}'])('error: %j is rejected', async (content) => {
    await expect(readWallets(await fileOf(content))).rejects.toThrow()
  })
})

const parse = (query: string): object => parseWalletQuery(new URLSearchParams(query))

test('a query without fields is the first page of 40', () => {
  expect(parse('')).toEqual({ page: 1, entries: 40 })
  expect(parse('st=latchkey&sv=js-1&projectId=&clientId=x&unknown=1')).toEqual({ page: 1, entries: 40 })
})

test('a query is parsed with all its fields [S7.27]', () => {
  const query = 'page=3&entries=100&include=a,b&exclude=c&chains=eip155:1,solana:x&search=+meta+&badge_type=certified'
  expect(parse(query)).toEqual({
    page: 3,
    entries: 100,
    include: ['a', 'b'],
    exclude: ['c'],
    chains: ['eip155:1', 'solana:x'],
    search: 'meta',
    badge_type: 'certified',
  })
})

test('error: one message names the invalid fields, within 1,000 characters', () => {
  const ids = Array.from({ length: 1_000 }, () => 'é').join()
  expect(() => parse(`page=0&entries=x&include=${ids}`)).toThrow(/^page: .*; entries: .*; include\.0: /)
  try {
    parse(`include=${ids}`)
  } catch (cause) {
    expect(cause).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((cause as Error).message.length).toBeLessThanOrEqual(1_000)
  }
})

test('names of Object.prototype are ignored', () => {
  expect(parse('constructor=1&__proto__=2&toString=3')).toEqual({ page: 1, entries: 40 })
})
