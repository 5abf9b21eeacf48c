import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchBitcoind } from './fetchBitcoind.mjs'

/** @type {string} */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-fetch-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Puts a fake apt-get first on PATH. */
const aptAnswers = (/** @type {string} */ script) => {
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'apt-get'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
}
const mirrorLine = "'http://mirror.example.org/debian/dists/bookworm/main/binary-amd64/Packages.xz' name 0 "

test('error: reports the output of apt for each mirror, and leaves no files behind', async () => {
  aptAnswers(`case "$*" in *--print-uris*) echo "${mirrorLine}";; *) echo "E: no such release" >&2; exit 100;; esac`)
  const cache = join(folder, 'cache/bitcoind')
  await expect(fetchBitcoind(cache)).rejects.toThrow(
    /None of the package mirrors[\s\S]*"apt-get .*update" failed: E: no such release/,
  )
  expect(existsSync(cache)).toBe(false)
  expect(readdirSync(join(folder, 'cache'))).toEqual([])
})

test('error: rejects if no mirror is configured or apt-get is missing', async () => {
  aptAnswers('exit 0')
  await expect(fetchBitcoind(join(folder, 'cache'))).rejects.toThrow('list no mirror')
  vi.stubEnv('PATH', join(folder, 'empty'))
  await expect(fetchBitcoind(join(folder, 'cache'))).rejects.toThrow('Cannot start "apt-get"')
})
