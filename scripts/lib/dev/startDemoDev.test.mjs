import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locateBrowser } from '../browser.mjs'
import { root } from '../root.mjs'
import { startDemoDev } from './startDemoDev.mjs'

/** @type {import('../../../apps/vault/node_modules/playwright-core')} */
const { chromium } = createRequire(join(root, 'apps/vault/package.json'))('playwright-core')

const chain = {
  id: 31337,
  name: 'Local',
  rpcUrl: 'http://127.0.0.1:8545',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}

/** A copy of the packages and the demo, so that the test changes no file that others read. */
const copy = mkdtempSync(join(tmpdir(), 'latchkey-dev-'))
const sources = join(copy, 'packages/ui-react/src')

/** @type {(() => Promise<void>)[]} */
const stops = []
/** @type {import('../../../apps/vault/node_modules/playwright-core').Page} */
let page
/** @type {string[]} */
const refused = []

beforeAll(async () => {
  for (const path of [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'apps/demo'])
    copyApart(path)
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  const server = await startDemoDev({
    folder: copy,
    cacheDir: join(copy, 'cache'),
    port: 0,
    config: { chains: [chain] },
  })
  stops.push(server.stop)
  const browser = await chromium.launch({ executablePath: locateBrowser(process.env) ?? '', args: ['--no-sandbox'] })
  stops.push(() => browser.close())
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  // the first load waits until all modules are transformed, which is slow on a busy machine
  await page.goto(`${server.url}lab`, { timeout: 120_000 })
  await page.getByRole('banner').getByRole('button', { name: 'Connect', exact: true }).click()
  await page.locator('latchkey-modal dialog[open]').waitFor()
})

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  rmSync(copy, { recursive: true, force: true })
})

test('a change to a stylesheet is applied to the open modal', async () => {
  const path = find('dialog.css')
  const before = readFileSync(path, 'utf8')
  const toWidth = () =>
    page.evaluate(
      "getComputedStyle(document.querySelector('latchkey-modal').shadowRoot.querySelector('dialog')).outlineWidth",
    )
  const width = await toWidth()
  writeFileSync(path, `${before}\ndialog { outline: 7px solid !important; }\n`)
  await expect.poll(toWidth, { interval: 20 }).toBe('7px')
  writeFileSync(path, before)
  await expect.poll(toWidth, { interval: 20 }).toBe(width)
})

test('a change to a component is rendered in the open modal', async () => {
  change(find('ConnectView.tsx'), ' className=', ' data-changed="1" className=')
  await page.locator('latchkey-modal dialog[open] [data-changed]').waitFor({ timeout: 15_000, state: 'attached' })
})

test('a change to the stylesheet that the page loads is applied', async () => {
  const path = join(copy, 'packages/ui-react/styles/buttons.css')
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n:root { --changed: 1px; }\n`)
  const read = () => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--changed')")
  await expect.poll(read, { interval: 20 }).toBe('1px')
})

test('a change to a module without hot update reloads the page', async () => {
  const reloaded = page.waitForEvent('load')
  change(join(copy, 'packages/core/src/exports/index.ts'), 'export', '// changed\nexport')
  await reloaded
  await page.getByRole('banner').getByRole('button', { name: 'Connect', exact: true }).waitFor()
})

test('nothing violates the content security policy, whose only exception is the nonce', async () => {
  const response = await page.reload()
  expect(await response?.headerValue('content-security-policy')).toMatch(
    /script-src 'self' 'nonce-\w+';.*trusted-types 'none'/,
  )
  expect(refused).toEqual([])
})

/** @param {string} name of a source of ui-react */
function find(name) {
  const [path = ''] = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (one) => basename(one) === name,
  )
  return join(sources, path)
}

/**
 * @param {string} path
 * @param {string} from
 * @param {string} to
 */
function change(path, from, to) {
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
}

/** @param {string} path of a package or an app */
function copyApart(path) {
  mkdirSync(join(copy, path), { recursive: true })
  for (const name of readdirSync(join(root, path))) {
    if (name === 'dist' || name === '.turbo') continue
    if (name === 'node_modules') symlinkSync(join(root, path, name), join(copy, path, name))
    else cpSync(join(root, path, name), join(copy, path, name), { recursive: true })
  }
}
