import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packPackage } from './packPackage.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// Does what users do: installs tarballs. A plugin is published on its own, so a newer one has to run with an older core.

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-packed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const script = `
import { createModalCore } from '@latchkey/core'
import { evm } from '@latchkey/adapter-evm'

const network = {
  id: 1,
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:1'] } },
}
const modal = createModalCore({ adapters: [evm({ networks: [network] })], env: { storage: () => null } })
modal.start()
const { status, networks } = modal.getState()
modal.destroy()
console.log(JSON.stringify({ status, networks: networks.map((item) => item.caipNetworkId) }))
`

it('runs a newer packed adapter with an older packed core', async () => {
  const core = await packPackage(join(root, 'packages/core'), folder)
  const adapter = await raiseVersion(await packPackage(join(root, 'packages/adapter-evm'), folder))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { '@latchkey/core': `file:${core}`, '@latchkey/adapter-evm': `file:${adapter}`, viem: '2.57.20' },
    }),
  )
  writeFileSync(join(folder, 'main.mjs'), script)
  await succeed('pnpm', ['install', '--ignore-workspace', '--prefer-offline', '--strict-peer-dependencies'])
  const printed = await succeed(process.execPath, ['main.mjs'])
  expect(JSON.parse(printed)).toEqual({ status: 'ready', networks: ['eip155:1'] })
}, 120_000)

/**
 * Creates the same package, published a minor version later.
 *
 * @param {string} tarball
 */
async function raiseVersion(tarball) {
  await succeed('tar', ['-xzf', tarball])
  const manifest = join(folder, 'package/package.json')
  const content = JSON.parse(readFileSync(manifest, 'utf8'))
  const [major, minor] = content.version.split('.').map(Number)
  writeFileSync(manifest, JSON.stringify({ ...content, version: `${major}.${minor + 1}.0` }))
  const newer = join(folder, `newer-${basename(tarball)}`)
  await succeed('tar', ['-czf', newer, 'package'])
  return newer
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function succeed(command, args) {
  const { code, output } = await run(command, args, { cwd: folder, capture: true })
  expect(code, output).toBe(0)
  return output
}
