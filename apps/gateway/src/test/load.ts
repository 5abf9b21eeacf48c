import { Agent, get } from 'node:http'
import { Client } from 'pg'

type LoadOptions = {
  readonly seconds: number
  /** Concurrent clients; each sends its next request after a response. */
  readonly clients: number
  /** The next URL, given the last response. */
  readonly next: (body: string) => string
}

export type Load = {
  readonly count: number
  /** Responses with another status than 200. */
  readonly failed: number
  /** Responses per second. */
  readonly rate: number
  /** Response time in milliseconds. */
  readonly median: number
  /** Response time in milliseconds. */
  readonly p99: number
}

/** Sends requests for a while without pauses. Rejects if a connection fails, or a response takes longer than 30 s. */
export async function driveLoad({ seconds, clients, next }: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  let failed = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const run = async (): Promise<void> => {
    for (let body = ''; performance.now() < end; ) {
      const sent = performance.now()
      const reply = await sendRequest(next(body), agent)
      times.push(performance.now() - sent)
      if (reply.status !== 200) failed++
      body = reply.body
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  const rate = times.length / ((performance.now() - begun) / 1_000)
  return { count: times.length, failed, rate, median: at(0.5), p99: at(0.99) }
}

function sendRequest(url: string, agent: Agent): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, signal: AbortSignal.timeout(30_000) }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', reject)
    }).on('error', reject)
  })
}

type FillOptions = {
  readonly databaseUrl: string
  /** CAIP-2 id of a chain that is not indexed. */
  readonly chain: string
  /** How many, each in a transaction of its own. */
  readonly transfers: number
}

/** Accounts of the transfers; the first one has a tenth of all. */
export const loadAccounts = 1_000

/** Rows per statement. */
const batch = 50_000

/** The address of an account. */
export function toLoadAccount(index: number): string {
  return `0x${index.toString(16).padStart(40, 'c')}`
}

const account = (number: string): string => `'0x' || lpad(to_hex(${number}), 40, 'c')`

/** Inserts a history as if it had been indexed, with fifty transfers per block. */
export async function fillHistory({ databaseUrl, chain, transfers }: FillOptions): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let from = 0; from < transfers; from += batch) {
      const rows = `SELECT n / 50 AS height, (n % 50)::int AS position,
          ${account(`CASE WHEN n % 10 = 0 THEN 0 ELSE (n * 7919) % ${loadAccounts} END::int`)} AS sender,
          ${account(`((n * 104729) % ${loadAccounts})::int`)} AS recipient,
          1700000000000 + (n / 50) * 12000 AS mined_at, n
        FROM generate_series(${from}::bigint, ${Math.min(from + batch, transfers) - 1}::bigint) AS n`
      await client.query(
        `WITH row AS (${rows}),
        done AS (INSERT INTO chain_transactions SELECT $1, height, position, '0x' || lpad(to_hex(n), 64, '0'), sender, recipient,
          n, '', true, mined_at FROM row),
        moved AS (INSERT INTO chain_transfers SELECT $1, height, position, 0, NULL, NULL, sender, recipient, n + 1 FROM row)
        INSERT INTO chain_activity SELECT sender, mined_at, $1, height, position FROM row
          UNION SELECT recipient, mined_at, $1, height, position FROM row`.replaceAll('$1', `'${chain}'`),
      )
    }
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}
