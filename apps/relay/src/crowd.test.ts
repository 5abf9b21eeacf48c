import { rm } from 'node:fs/promises'
import { findFreePort, providePostgres } from '@latchkey/devnet'
import { bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { migrate } from './database.js'
import { connectClient } from './testing/client.js'
import { type CrowdNews, toCrowdTopic } from './testing/crowd.js'
import { audience, readMetric, toRelayEnv } from './testing/startTestRelay.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const count = isLong ? 10_000 : 300
const names = ['one', 'two'] as const
/** The relay has one socket per client; each of the two crowd processes has half of them. */
const needed = count + 500
const report = process.report.getReport() as {
  readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } }
}
const soft = report.userLimits?.open_files?.soft
const files = typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY

describe('a crowd of clients', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const bundle = async (...parts: Parameters<typeof bundleProgram>): Promise<string> => {
    const { file, folder } = await bundleProgram(...parts)
    ends.push(() => rm(folder, { recursive: true, force: true }))
    return file
  }
  const spawn = async (file: string, env: Readonly<Record<string, string>>): Promise<SpawnedProgram> => {
    const program = await spawnProgram(file, env)
    ends.push(() => program.kill('SIGKILL'))
    return program
  }

  it.skipIf(files < needed)(
    `of ${count} reconnects to at least 99 % within 30 s of a relay restart, and receives messages [F28] (skipped if a process may open fewer than ${needed} files)`,
    async () => {
      const postgres = await providePostgres({ databases: ['relay'] })
      ends.push(postgres.stop)
      const databaseUrl = postgres.urls['relay'] ?? ''
      await migrate(databaseUrl)
      const [main, crowdFile] = [
        await bundle('relay'),
        await bundle('relay', { entries: { crowd: 'src/testing/keepCrowd.ts' } }),
      ]
      const [port, metricsPort] = [await findFreePort(), await findFreePort()]
      const env = {
        ...toRelayEnv(databaseUrl),
        RELAY_PORT: `${port}`,
        RELAY_METRICS_PORT: `${metricsPort}`,
        RELAY_SOCKETS_PER_ADDRESS: '0',
      }
      const url = `ws://127.0.0.1:${port}`
      const relay = await spawn(main, env)
      const crowds: SpawnedProgram[] = []
      for (const name of names)
        crowds.push(await spawn(crowdFile, { CROWD_URL: url, CROWD_NAME: name, CROWD_SIZE: `${count / names.length}` }))
      const sum = (field: keyof CrowdNews): number =>
        crowds.reduce((all, { getOutput }) => {
          const line = getOutput().split('\n').at(-2) ?? '{}'
          return all + ((JSON.parse(line) as Partial<CrowdNews>)[field] ?? 0)
        }, 0)
      const until = (present: number, timeout: number): Promise<void> =>
        vi.waitFor(() => expect(sum('present')).toBeGreaterThanOrEqual(present), { timeout, interval: 20 })
      await until(count, 120_000)

      const begin = performance.now()
      await relay.kill('SIGKILL')
      await vi.waitFor(() => expect(sum('present')).toBe(0), { timeout: 30_000, interval: 5 })
      await spawn(main, env)
      await until(count * 0.99, 30_000 - (performance.now() - begin))
      const most = performance.now() - begin
      await until(count, 60_000)
      const all = performance.now() - begin
      if (isLong)
        process.stdout.write(`F28: ${count}: 99 % after ${Math.round(most)} ms, all after ${Math.round(all)} ms\n`)
      expect(most).toBeLessThan(30_000)

      const client = await connectClient(url, { audience })
      ends.push(client.close)
      for (let index = 0; index < 100; index++)
        for (const name of names) {
          const params = { topic: toCrowdTopic(name, index), message: 'AA==', ttl: 300, tag: 1_108, prompt: false }
          expect(await client.call('irn_publish', params)).toMatchObject({ result: true })
        }
      await vi.waitFor(() => expect(sum('pushed')).toBe(200), { timeout: 10_000 })
      expect(await readMetric(`http://127.0.0.1:${metricsPort}/metrics`, 'relay_connections')).toBe(count + 1)
    },
    isLong ? 300_000 : 60_000,
  )
})
