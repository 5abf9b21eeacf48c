import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyAudit } from './audit/verifyAudit.js'
import { openKek } from './keys/backends/openKek.js'
import { openKeys } from './keys/openKeys.js'
import { post } from './test/post.js'
import { hasCompiler, startPowerCut } from './test/startPowerCut.js'
import { startWorld, type World } from './test/startWorld.js'

// if strace is missing or not permitted, the commits of faults.test.ts stand in for it
const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2, ownServer: 'durable' })
})
afterAll(() => world?.stop())

/** Seconds since the epoch, as strace writes them. */
const clock = (): number => (performance.timeOrigin + performance.now()) / 1_000

/** Traces the database server with its current and future processes. */
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
  ended.catch(() => undefined) // it ends later, on SIGINT
  return child
}

describe.skipIf(!hasStrace)('acknowledged writes', () => {
  test('are synced to the disk before the reply for each new wallet; reads are not [C6]', async () => {
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
    // control: if the five requests for an unknown link were synced too, this would prove nothing
    expect(spans.filter((span) => !span.wallet && count(span) === 0).length).toBeGreaterThan(0)
    const wallets = await world.database.query('SELECT 1 FROM wallets')
    expect(wallets).toHaveLength(6)
  })
})

/** Power cuts, one after the other; the long run has more of them, at other moments. */
const cuts = process.env['LATCHKEY_LONG'] ? 6 : 1

describe.skipIf(!hasCompiler())('a power cut, after which the disk holds only what was synced', () => {
  test('loses what PostgreSQL acknowledges without a sync, which proves that the simulated cut works', async () => {
    const power = await startPowerCut()
    onTestFinished(() => power.remove())
    const before = await startWorld({ ownServer: power.server })
    onTestFinished(() => before.stop())
    await before.database.query('CREATE TABLE written (id integer)')
    await before.database.inTransaction(({ query }) => query('INSERT INTO written VALUES (1)'))
    await before.database.query('INSERT INTO written VALUES (2)')
    expect(await before.database.query('SELECT id FROM written')).toHaveLength(2)
    const server = await power.cut()
    const after = await startWorld({ ownServer: server, kekFile: before.options.kekFile })
    onTestFinished(() => after.stop())
    expect(await after.database.query('SELECT id FROM written')).toEqual([{ id: 1 }])
  }, 240_000)

  test('loses no wallet, address or used request that custody acknowledged, whatever the server’s default [C6] [F9]', async () => {
    for (let cut = 0; cut < cuts; cut++) {
      const power = await startPowerCut()
      onTestFinished(() => power.remove())
      const kekFile = join(power.folder, 'kek')
      const before = await startWorld({ processes: 2, ownServer: power.server, kekFile })
      const acknowledged: { readonly email: string; readonly address: string; request?: string }[] = []
      let isOn = true
      const use = async (line: number): Promise<void> => {
        for (let turn = 0; isOn; turn++) {
          const email = `power${line}-${turn}@mail.example`
          const visitor = before.createVisitor()
          await before.logIn(visitor, email)
          const { accounts } = await visitor.get('user.get', {})
          const entry: (typeof acknowledged)[number] = { email, address: accounts[0]?.address ?? '' }
          acknowledged.push(entry)
          const params = [toHex('once'), entry.address]
          const { id, digest } = await visitor.get('request.prepare', {
            method: 'personal_sign',
            params,
            chain: 'eip155:1',
          })
          await visitor.get('request.sign', { id, digest })
          entry.request = id
        }
      }
      const lines = [0, 1, 2].map((line) => use(line).catch((cause: Error) => cause))
      const enough = 4 + 5 * cut
      const deadline = Date.now() + 120_000
      while (acknowledged.filter(({ request }) => request !== undefined).length < enough && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 5))
      const server = await power.cut()
      isOn = false
      const known = acknowledged.map((entry) => ({ ...entry }))
      await before.stop()
      await Promise.all(lines)
      expect(known.length).toBeGreaterThanOrEqual(enough)

      const after = await startWorld({ processes: 2, ownServer: server, kekFile })
      onTestFinished(() => after.stop())
      after.move(before.now() + 3_600_000 - after.now())
      for (const { email, address } of known) {
        const visitor = after.createVisitor()
        await after.logIn(visitor, email)
        expect((await visitor.get('user.get', {})).accounts[0]?.address).toBe(address)
      }
      const signed = await after.database.query<{ id: string }>("SELECT id FROM approvals WHERE state = 'signed'")
      const used = new Set(signed.map(({ id }) => id))
      expect(known.filter(({ request }) => request !== undefined && !used.has(request))).toEqual([])
      const kek = openKek({ kekFile: after.options.kekFile })
      const { keys } = await openKeys(after.database, { kek, createsKek: false })
      await verifyAudit(after.database, keys)
    }
  }, 600_000)
})
