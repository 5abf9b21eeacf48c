import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleProgram, spawnProgram } from '@latchkey/devnet/programs'
import { afterAll, beforeAll, expect, test } from 'vitest'

let bundle: Awaited<ReturnType<typeof bundleProgram>>
beforeAll(async () => {
  bundle = await bundleProgram('gateway')
})
afterAll(() => rm(bundle.folder, { recursive: true, force: true }))

test('without a collector, the tracing code is not loaded', async () => {
  const files = (await readdir(bundle.folder)).filter((name) => name.startsWith('otlp-'))
  expect(files).toHaveLength(1)
  await rm(join(bundle.folder, files[0] ?? ''))
  const gateway = await spawnProgram(bundle.file, {})
  const response = await fetch(`${gateway.url}/getWallets?entries=1`)
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, expect.stringMatching(/^[\w-]{36}$/)])
  await gateway.kill('SIGTERM')
  expect(gateway.getWarnings()).toBe('')
  // proves that this is the file with the tracing code
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  await expect(spawnProgram(bundle.file, endpoint)).rejects.toThrow('ERR_MODULE_NOT_FOUND')
})
