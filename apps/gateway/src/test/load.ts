import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export type LoadOptions = {
  /** Origins of the gateways. Each client keeps a connection to one of them, assigned in turn. */
  readonly origins: readonly string[]
  readonly seconds: number
  readonly clients: number
  /** Requests per second of all clients together. Default: each client sends its next request after a response. */
  readonly arrivals?: number | undefined
  /** Returns the path of a client's next request, given the body of its last response. */
  readonly next: (body: Buffer) => string
}

export type Load = {
  readonly count: number
  /** Responses with a status other than 200. */
  readonly failed: number
  /** Responses per second. */
  readonly rate: number
  /** Response time in milliseconds. */
  readonly median: number
  /** Response time in milliseconds. */
  readonly p99: number
}

/**
 * Sends requests for `seconds`. With `arrivals`, response times count from the time at which a request was due, even if
 * no client was free then. Rejects if a connection fails, or a response takes longer than 30 s.
 */
export async function driveLoad({ origins, seconds, clients, arrivals, next }: LoadOptions): Promise<Load> {
  const connections = await Promise.all(
    Array.from({ length: clients }, (_, index) => openConnection(new URL(origins[index % origins.length] ?? ''))),
  )
  const times: number[] = []
  let failed = 0
  let planned = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const run = async ({ send }: Connection): Promise<void> => {
    for (let body: Buffer = Buffer.alloc(0); ; ) {
      const due = arrivals === undefined ? performance.now() : begun + (planned++ * 1_000) / arrivals
      if (due >= end) break
      if (due > performance.now()) await sleep(due - performance.now())
      const reply = await send(next(body))
      times.push(performance.now() - due)
      if (reply.status !== 200) failed++
      body = reply.body
    }
  }
  try {
    await Promise.all(connections.map(run))
  } finally {
    for (const { close } of connections) close()
  }
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  const rate = times.length / ((performance.now() - begun) / 1_000)
  return { count: times.length, failed, rate, median: at(0.5), p99: at(0.99) }
}

type Reply = { readonly status: number; readonly body: Buffer }
type Connection = { readonly send: (path: string) => Promise<Reply>; readonly close: () => void }

/**
 * Opens a connection for successive GET requests. It uses less CPU time than `node:http`, because it only parses what
 * the gateway sends: headers with `content-length`, and a body.
 */
async function openConnection({ hostname, port, host }: URL): Promise<Connection> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  socket.setTimeout(30_000, () => socket.destroy(new Error('There was no response within 30 s.')))
  const chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  return {
    close: () => socket.destroy(),
    async send(path) {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
      for (let received: Buffer = Buffer.alloc(0); ; ) {
        const chunk = await chunks.next()
        if (chunk.done === true) throw new Error('The gateway closed the connection.')
        received = received.length === 0 ? chunk.value : Buffer.concat([received, chunk.value])
        const end = received.indexOf('\r\n\r\n')
        if (end < 0) continue
        const head = received.toString('latin1', 0, end)
        const body = received.subarray(end + 4)
        if (body.length === Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]))
          return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body }
      }
    },
  }
}

type FillOptions = {
  readonly databaseUrl: string
  /** CAIP-2 id of a chain that is not indexed. */
  readonly chain: string
  /** Number of transfers, each in a separate transaction. */
  readonly transfers: number
}

/** Number of accounts in the transfers. The first one sends about a tenth of them. */
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
    // otherwise autovacuum would start during the measurement
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

/**
 * Pins a process, its threads and its future child processes to processors. Needs no special privileges.
 * @param processors a list like `0` or `0,1`
 */
export function pinProcess(pid: number, processors: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], { stdio: 'ignore' })
}

/** Starts a process that keeps a processor busy, and takes its fair share of it. */
export function startLoop(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
}
