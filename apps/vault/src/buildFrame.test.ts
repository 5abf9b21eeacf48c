import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildFrame } from './buildFrame.js'
import { readFrameFiles } from './site/page/frameFiles.js'

/** KiB, gzipped: what a browser loads before the app receives READY. `texts`: one language, in addition. */
const budget = { page: 45, texts: 9 }

test('builds the same bytes from the same sources, in content-hashed files within the size budget [T17]', async () => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'latchkey-build-'))))
  const texts: string[][] = []
  for (const folder of folders) {
    await buildFrame(folder)
    const names = (await readdir(folder)).sort()
    texts.push([...names, ...(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))))])
  }
  expect(texts[0]).toEqual(texts[1])
  const files = await readFrameFiles(folders[0] ?? '')
  expect(
    [...files.texts.keys()].every((name) =>
      /^(account|again|approve|frame|guardian|guest|link|owners|passkey|social|(?:frame-)?texts-[\w-]+|unlock)-[\da-f]{16}\.(js|css)$/.test(
        name,
      ),
    ),
  ).toBe(true)
  const toSize = (name: string): number => gzipSync(files.texts.get(name) ?? '').length / 1024
  expect(toSize(files.script) + toSize(files.style)).toBeLessThan(budget.page)
  for (const name of Object.values(files.frameTextScripts)) expect(toSize(name)).toBeLessThan(budget.texts)
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})
