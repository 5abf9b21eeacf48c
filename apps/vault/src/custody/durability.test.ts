import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from './test/post.js'
import { startWorld, type World } from './test/startWorld.js'

// where a system has no strace, or lets nobody use it, the commits of faults.test.ts stand for it
const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2, ownServer: 'durable' })
})
afterAll(() => world?.stop())

/** Seconds since the epoch, as strace writes them. */
const clock = (): number => (performance.timeOrigin + performance.now()) / 1_000

/** Follows the database server, those of its processes that are there and those that come. */
async function trace(file: string): Promise<ChildProcess> {
  const rows = await world.database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const server = world.ownServer?.pid
  const pids = [server, ...rows.map(({ pid }) => pid)].flatMap((pid) => ['-p', String(pid)])
  const args = ['-f', '-y', '-ttt', '-e', 'trace=fdatasync', '-e', 'signal=none', '-o', file, ...pids]
  const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  const attached = new Promise<void>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk
      if ((told.match(/attached/g) ?? []).length >= pids.length / 2) resolve()
    })
  })
  const ended = once(child, 'close').then(() => {
    throw new Error(`strace ended: ${told}`)
  })
  await Promise.race([attached, ended])
  ended.catch(() => undefined) // it ends later, as it is told
  return child
}

describe.skipIf(!hasStrace)('what was acknowledged', () => {
  test('each new wallet was written through to the disk before its reply, and what only reads was not [C6]', async () => {
    const file = join(world.folder, 'trace')
    const warm = world.createVisitor()
    await world.logIn(warm, 'warm@mail.example')
    const strace = await trace(file)
    const spans: { readonly from: number; readonly to: number; readonly wallet: boolean }[] = []
    for (let turn = 0; turn < 5; turn++) {
      const visitor = world.createVisitor()
      const email = `durable${turn}@mail.example`
      await visitor.get('hello', {})
      await visitor.get('email.start', { email })
      await world.press(world.getMail(email).token)
      await visitor.get('email.device', {})
      const { code } = world.getMail(email)
      const from = clock()
      await visitor.get('email.verify', { code })
      spans.push({ from, to: clock(), wallet: true })
      const before = clock()
      await post(world.custodies[0]?.address ?? '', '/link', { token: 'x'.repeat(43), approve: false, ip: '' })
      spans.push({ from: before, to: clock(), wallet: false })
    }
    strace.kill('SIGINT')
    await once(strace, 'close')
    // e.g. `4711 1763800000.123456 fdatasync(5</data/pg_wal/000000010000000000000001>) = 0`
    const lines = (await readFile(file, 'utf8')).split('\n')
    const written = lines.flatMap((line) => {
      const [, at, result] =
        /^\d+\s+([\d.]+) (?:fdatasync\(\d+<[^>]*pg_wal[^>]*>\)|<\.\.\. fdatasync resumed>\))\s+= (-?\d+)/.exec(line) ??
        []
      return at !== undefined && result === '0' ? [Number(at)] : []
    })
    const count = (one: (typeof spans)[number]): number => written.filter((at) => at > one.from && at < one.to).length
    for (const span of spans.filter(({ wallet }) => wallet)) expect(count(span)).toBeGreaterThan(0)
    // five looks at a link that is none: were they written too, this would prove nothing
    expect(spans.filter((span) => !span.wallet && count(span) === 0).length).toBeGreaterThan(0)
    const wallets = await world.database.query('SELECT 1 FROM wallets')
    expect(wallets).toHaveLength(6)
  })
})
