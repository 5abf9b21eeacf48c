import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runSource } from '../test/programs.js'
import type { RunningRelay } from './control.js'
import { startRelay } from './relay.js'
import { connectClient } from './testing/client.js'
import { type CrowdNews, toCrowdTopic } from './testing/keepCrowd.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const count = isLong ? 10_000 : 300
const names = ['one', 'two'] as const
/** The relay has a socket of each; the crowds, in processes of their own, half as many. */
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
  const startCrowd = async (relay: RunningRelay, name: string): Promise<() => CrowdNews> => {
    const options = { url: relay.url, name, size: count / names.length }
    const code = `import { keepCrowd } from './relay/testing/keepCrowd.ts'\nkeepCrowd(${JSON.stringify(options)})`
    const child = await runSource({ code })
    ends.push(() => child.kill())
    let news: CrowdNews = { present: 0, pushed: 0 }
    createInterface({ input: child.stdout }).on('line', (line) => {
      news = JSON.parse(line) as CrowdNews
    })
    return () => news
  }

  it.skipIf(files < needed)(
    `of ${count} that lose their sockets at once, 99 % and more are back within 30 s, and messages reach them [F28] (skipped where a process may have fewer than ${needed} open files)`,
    async () => {
      const relay = await startRelay()
      ends.push(() => relay.stop())
      const crowds = await Promise.all(names.map((name) => startCrowd(relay, name)))
      const sum = (field: keyof CrowdNews): number => crowds.reduce((all, read) => all + read()[field], 0)
      const until = (present: number, timeout: number): Promise<void> =>
        vi.waitFor(() => expect(sum('present')).toBeGreaterThanOrEqual(present), { timeout, interval: 20 })
      await until(count, 120_000)

      const begin = performance.now()
      relay.cutSockets()
      await vi.waitFor(() => expect(sum('present')).toBeLessThan(count / 2), { timeout: 30_000, interval: 5 })
      await until(count * 0.99, 30_000 - (performance.now() - begin))
      const most = performance.now() - begin
      await until(count, 60_000)
      const all = performance.now() - begin
      if (isLong)
        process.stdout.write(`F28: ${count}: 99 % after ${Math.round(most)} ms, all after ${Math.round(all)} ms\n`)
      expect(most).toBeLessThan(30_000)

      const client = await connectClient(relay.url)
      ends.push(client.close)
      for (let index = 0; index < 100; index++)
        for (const name of names) {
          const params = { topic: toCrowdTopic(name, index), message: 'AA==', ttl: 300, tag: 1_108, prompt: false }
          expect(await client.call('irn_publish', params)).toMatchObject({ result: true })
        }
      await vi.waitFor(() => expect(sum('pushed')).toBe(200), { timeout: 10_000 })
      expect(relay.stats()).toMatchObject({ sockets: count + 1, refused: 0 })
    },
    isLong ? 300_000 : 60_000,
  )
})
