import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus } from 'node:os'
import { providePostgres } from '@latchkey/devnet'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from './database.js'
import { listen } from './http.js'
import { withRequestId } from './trace.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const rounds = isLong ? 40 : 2
const perRound = isLong ? 250 : 20

type Work = (database: Database) => Promise<unknown>

const works: Readonly<Record<string, Work>> = {
  'a single statement': ({ query }) => query('SELECT $1::int AS one', [1]),
  'a transaction of two statements': ({ inTransaction }) =>
    inTransaction(async ({ query }) => {
      await query('SELECT $1::int AS one', [1])
      await query('SELECT $1::int AS one', [2])
    }),
}

/** Runs work within an HTTP request, which has IDs. */
async function inRequest<value>(work: () => Promise<value>): Promise<value> {
  let result: Promise<value> | undefined
  const server = createServer((request, response) => {
    void withRequestId(request, response, async () => {
      result = work()
      await result.catch(() => undefined)
      response.end()
    })
  })
  const { url, stop } = await listen(server, { port: 0, host: '127.0.0.1' })
  await (await fetch(url)).text()
  await stop()
  if (!result) throw new Error('The server got no request.')
  return result
}

async function measure(database: Database, work: Work): Promise<number> {
  const start = performance.now()
  for (let count = 0; count < perRound; count++) await work(database)
  return ((performance.now() - start) * 1_000) / perRound
}

const getMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

test('request IDs add little to the cost of a statement, as they need no extra round trip', async () => {
  const postgres = await providePostgres({ databases: ['kit'] })
  const database = openDatabase({
    ...{ url: postgres.urls['kit'] ?? '', applicationName: 'kit', maxConnections: 1, warn: () => undefined },
    timeouts: { connect: 5_000, statement: 5_000 },
  })
  const rows: string[] = []
  for (const [name, work] of Object.entries(works)) {
    const plain: number[] = []
    const traced: number[] = []
    // alternating, so that both run under the same load
    for (let round = 0; round < rounds; round++) {
      plain.push(await measure(database, work))
      traced.push(await inRequest(() => measure(database, work)))
    }
    const [without, withIds] = [getMedian(plain), getMedian(traced)]
    rows.push(
      `| ${name} | ${without.toFixed(0)} µs | ${withIds.toFixed(0)} µs | ${(withIds - without).toFixed(0)} µs |`,
    )
    // an extra round trip would roughly double the time of a single statement
    if (isLong) expect(withIds).toBeLessThan(without * 1.5)
    expect(withIds).toBeGreaterThan(0)
  }
  await database.close()
  await postgres.stop()
  if (!isLong) return
  const text = `# What monitoring costs

\`npm run test:long\` writes this. Medians of ${rounds} rounds of ${perRound}, one connection, PostgreSQL on the same machine (${cpus().length} processors), which other
programs may have used at the same time.

## The ids of a request in the database

Within a request, a single statement ends with the comment of its trace, and a transaction sets \`application_name\` together with \`BEGIN\`.

| Work | Without ids | With ids | Difference |
| ---- | ----------- | -------- | ---------- |
${rows.join('\n')}
`
  writeFileSync(new URL('../../../bench/MONITORING.md', import.meta.url), text)
})
