import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWallets } from './readWallets.js'

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

test('without a file it is the list that comes with Latchkey, each wallet with an id for its image', async () => {
  const { wallets, dropped } = await readWallets(undefined)
  expect([wallets.length > 300, dropped, wallets[0]?.id]).toEqual([true, 0, 'io.metamask'])
  expect(wallets.every(({ image_id }) => image_id !== undefined)).toBe(true)
})

test('links that must not be followed are left out when the file is read', async () => {
  const file = await fileOf(JSON.stringify([{ id: 'a', name: 'A', mobile_link: 'javascript:alert(1)', order: 1 }]))
  expect(await readWallets(file)).toEqual({ wallets: [{ id: 'a', name: 'A', order: 1, image_id: 'a' }], dropped: 0 })
})

test('those with a place come first, the others as they stand', async () => {
  const rows = [
    { id: 'x', name: 'X' },
    { id: 'second', name: 'S', order: 2 },
    { id: 'y', name: 'Y' },
    { id: 'first', name: 'F', order: 1 },
  ]
  const { wallets } = await readWallets(await fileOf(JSON.stringify({ data: rows })))
  expect(wallets.map(({ id }) => id)).toEqual(['first', 'second', 'x', 'y'])
})

test.each(['', '{', '7', 'null', '{"data":{}}'])('error: %j is no list', async (content) => {
  await expect(readWallets(await fileOf(content))).rejects.toThrow()
})
