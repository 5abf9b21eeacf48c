import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { locateBitcoind, provideBitcoind } from './bitcoind.mjs'

/** @type {string} */
let folder

const place = (/** @type {string} */ parent, script = '') => {
  mkdirSync(join(folder, parent))
  const path = join(folder, parent, 'bitcoind')
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return path
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-bitcoind-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('prefers BITCOIND_PATH, then bitcoind on PATH, then the downloaded one', () => {
  const cache = join(folder, 'cache')
  const PATH = `/nowhere:${join(folder, 'bin')}`
  expect(locateBitcoind({ PATH }, cache)).toBeUndefined()
  const fetched = place('cache')
  expect(locateBitcoind({ PATH }, cache)).toBe(fetched)
  const installed = place('bin')
  expect(locateBitcoind({ PATH }, cache)).toBe(installed)
  expect(locateBitcoind({ PATH, BITCOIND_PATH: fetched }, cache)).toBe(fetched)
})

test('error: throws if BITCOIND_PATH is not an executable file, even if another bitcoind exists', () => {
  place('cache')
  expect(() => locateBitcoind({ BITCOIND_PATH: folder }, join(folder, 'cache'))).toThrow('is not an executable file')
})

test('provideBitcoind sets BITCOIND_PATH, or prints the failure and how to fix it', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const broken = place('broken', '#!/bin/sh\necho "cannot load a library"; exit 127\n')
  vi.stubEnv('BITCOIND_PATH', broken)
  expect(await provideBitcoind()).toBe(false)
  expect(String(said.mock.calls[0]?.[0])).toMatch(
    /does not run \(exit code 127\)[\s\S]*cannot load a library[\s\S]*Install Bitcoin/,
  )

  vi.stubEnv('BITCOIND_PATH', '')
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env.PATH}`)
  const installed = place('bin', '#!/bin/sh\necho "Bitcoin Core daemon version v30.0.0"\n')
  expect(await provideBitcoind()).toBe(true)
  expect(process.env.BITCOIND_PATH).toBe(installed)
})
