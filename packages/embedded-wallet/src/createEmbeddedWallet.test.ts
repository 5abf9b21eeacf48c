import { gzipSync } from 'node:zlib'
import { createModalCore } from '@latchkey/core'
import { startEmailLogin } from '@latchkey/core/controllers'
import { createTestContext } from '@latchkey/testing'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { embeddedWallet } from './createEmbeddedWallet.js'

const { signal } = new AbortController()

test('error: rejects a login with FRAME_LOAD_FAILED that names frameUrl if none is configured', async () => {
  const connector = embeddedWallet().setup(createTestContext())
  await expect(connector.features['email:login']?.({ email: 'ada@example.org', signal })).rejects.toMatchObject({
    code: 'FRAME_LOAD_FAILED',
    shortMessage: 'Unable to load email login dependency',
    details: expect.stringContaining('frameUrl'),
  })
})

test.each([
  [{ frameUrl: 'wallet.example' }, 'frameUrl'],
  [{ frameUrl: 'javascript:alert(1)' }, 'frameUrl'],
  [{ frameUrl: 'https://wallet.example', frameOrigin: 'wallet.example' }, 'frameOrigin'],
])('error: rejects a login with FRAME_LOAD_FAILED that names the invalid option of %o', async (options, name) => {
  const connector = embeddedWallet(options).setup(createTestContext())
  await expect(connector.features['email:login']?.({ email: 'ada@example.org', signal })).rejects.toMatchObject({
    code: 'FRAME_LOAD_FAILED',
    details: expect.stringContaining(`{ ${name} }`),
  })
})

const networks = [
  {
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  },
]

test('adds an AUTH connector to the modal as an adapter', () => {
  const modal = createModalCore({ adapters: [embeddedWallet({ frameUrl: 'https://wallet.example/', networks })] })
  modal.start()
  expect(modal.getState().connectors).toMatchObject([{ id: 'embeddedWallet', type: 'AUTH', namespaces: ['eip155'] }])
  modal.destroy()
})

test('rejects a login with FRAME_FAILED on a server, where there is no page', async () => {
  const context = createTestContext({ page: null })
  const connector = embeddedWallet({ frameUrl: 'https://wallet.example/' }).setup(context)
  await expect(connector.features['email:login']?.({ email: 'ada@example.org', signal })).rejects.toMatchObject({
    code: 'FRAME_FAILED',
  })
  connector.destroy()
})

test('[S8.29] a modal without a page sets FRAME_FAILED as the error of a login', async () => {
  const adapters = [embeddedWallet({ frameUrl: 'https://wallet.example/', networks })]
  const modal = createModalCore({ adapters, env: { window: () => null } })
  modal.start()
  await startEmailLogin(modal, { email: 'ada@example.org' })
  expect(modal.getState().login).toMatchObject({
    error: { code: 'FRAME_FAILED', message: 'W3mFrame: iframe is not set' },
  })
  modal.destroy()
})

test('the entry chunk stays below 1.4 kB (gzipped) and does not include the plugin API of core', async () => {
  const result = await build({
    entryPoints: [new URL('exports/index.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
    external: ['@latchkey/core', '@latchkey/core/plugin', 'valibot', '@scure/base'],
  })
  const [name] =
    Object.entries(result.metafile.outputs).find(([, output]) => output.entryPoint?.endsWith('index.ts')) ?? []
  const first = result.outputFiles.find(({ path }) => name !== undefined && path.endsWith(name))
  expect(gzipSync(first?.contents ?? '').length).toBeLessThan(1_400)
  expect(first?.text).not.toContain('@latchkey/core/plugin')
})
