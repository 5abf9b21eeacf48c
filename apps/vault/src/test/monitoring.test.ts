import { createTimeline, findUnknownMetrics, readMonitoring } from '@latchkey/devnet'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDrills, runDrill } from '../custody/backup/drills.js'
import { openKekFile } from '../custody/keys/backends/kekFile.js'
import { openKeys } from '../custody/keys/openKeys.js'
import { runCommand } from '../custody/runCommand.js'
import type { Visitor } from '../custody/test/createVisitor.js'
import { startWatched, type Watched } from './startWatched.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined

let watched: Watched
beforeAll(async () => {
  watched = await startWatched()
})
afterAll(() => watched?.stop())

const { alerts, dashboards } = readMonitoring()

const command = (...words: string[]): Promise<unknown> => {
  const { databaseUrl, kekFile, publicUrl } = watched.world.options
  const environment = { DATABASE_URL: databaseUrl, VAULT_KEK_FILE: kekFile, PUBLIC_URL: publicUrl }
  return runCommand(words, { environment, readInput: async () => '' })
}

/** A drill that can't read the key. */
async function failDrill(): Promise<void> {
  const { database, options, now } = watched.world
  const { databaseUrl, kekFile } = options
  const opened = await openKeys(database, { kek: openKekFile(kekFile), createsKek: false })
  const kek = openKekFile(`${kekFile}.missing`)
  expect(await runDrill({ ...opened, database, databaseUrl, now, kek })).toMatchObject({ ok: false })
}

test('a vault reports every metric, label and value used in alerts and dashboards', async () => {
  const { world, startLogin, tryCode, callSite, callNode, breakNode } = watched
  await expect.poll(() => readDrills(world.database)).toHaveProperty('lastGoodDrill')
  await failDrill()
  const { visitor, email } = await startLogin()
  expect(await tryCode(visitor, '000000')).toBe('CODE_WRONG')
  expect(await tryCode(visitor, world.getMail(email).code)).toBe('right')
  expect(await watched.spendTooMuch(visitor)).toBe('SPEND_LIMIT')
  await command('stop-signing', '--reason=a test of the metrics')
  expect([await callSite(), await callNode()]).toEqual([200, 200])
  breakNode(true)
  expect(await callNode()).toBe(502)
  breakNode(false)
  const reported = await watched.readMetrics()
  const expressions = [
    ...alerts.map(({ expression }) => expression),
    ...dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.expressions)),
  ]
  expect(findUnknownMetrics(expressions, reported)).toEqual([])
  const { custody = '' } = reported
  expect(custody).toContain('latchkey_code_checks_total{result="right"} 1\n')
  expect(custody).toContain('latchkey_code_checks_total{result="wrong"} 1\n')
  expect(custody).toContain('latchkey_custody_errors_total{code="SPEND_LIMIT"} 1\n')
  expect(custody).toContain('latchkey_http_requests_total{method="POST",route="/call/email.verify",status="200"} 2\n')
  expect(custody).toContain('latchkey_signing_stopped{project="*"} 1\n')
  expect(custody).toContain('latchkey_emails_total{kind="login",outcome="sent"} 2\n')
  expect(custody).not.toMatch(/watched\d|mail\.example|0xab/)
  await command('start-signing', '--reason=a test of the metrics')
})

test('error: custody without its database still reports other metrics, and which collectors failed', async () => {
  const { database, options } = watched.world
  const { username } = new URL(options.databaseUrl)
  const client = new Client({ connectionString: options.databaseUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE audit, outbox IN ACCESS EXCLUSIVE MODE')
  const custody = (await watched.readMetrics())['custody'] ?? ''
  await client.query('ROLLBACK')
  await client.end()
  expect(username).not.toBe('')
  expect(custody).toContain('latchkey_collector_up{collector="emails"} 0\n')
  expect(custody).toContain('latchkey_collector_up{collector="process"} 1\n')
  expect(custody).toMatch(/^latchkey_certificate_expiry_timestamp_seconds 1\d{9}$/m)
  expect(custody).toMatch(/^latchkey_code_checks_total\{result="wrong"\} \d+$/m)
  await expect.poll(() => database.query('SELECT 1')).toHaveLength(1)
})

describe.runIf(isLong)('an alert fires for its cause, and only then', () => {
  const seconds = 1_000
  const hours = 3_600 * seconds

  /** Twenty calm minutes, then the cause for some minutes. Returns what fires at the end, and did not before. */
  async function causeAlerts(
    minutes: number,
    { cause, during }: { readonly cause?: () => Promise<unknown>; readonly during?: () => Promise<unknown> },
  ): Promise<readonly string[]> {
    const { world, urls } = watched
    const timeline = createTimeline({
      targets: [{ job: 'site', url: urls.site }, ...urls.custody.map((url) => ({ job: 'custody', url }))],
      move: world.move,
      now: world.now,
    })
    await timeline.run(20, watched.callSite)
    const before = await timeline.listFiring()
    await cause?.()
    await timeline.run(minutes, during ?? watched.callSite)
    const after = await timeline.listFiring()
    return after.filter((name) => !before.includes(name))
  }

  /** Keeps a table locked while work runs, so that every call that needs it waits. */
  async function whileLocked<value>(table: string, work: () => Promise<value>): Promise<value> {
    const client = new Client({ connectionString: watched.world.options.databaseUrl })
    await client.connect()
    try {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
      return await work()
    } finally {
      await client.query('ROLLBACK')
      await client.end()
    }
  }

  test('no alert fires without a cause', async () => {
    expect(await causeAlerts(60, {})).toEqual([])
  })

  test('CodeBruteForce: wrong codes for many mailboxes', async () => {
    const { startLogin, tryCode } = watched
    const during = async (): Promise<void> => {
      const { visitor } = await startLogin()
      for (const code of ['000000', '111111', '222222']) await tryCode(visitor, code)
    }
    expect(await causeAlerts(5, { during })).toEqual(['CodeBruteForce'])
  })

  test('SpendLimits: a site that asks for more than the policy allows', async () => {
    const { world, startLogin, tryCode, spendTooMuch } = watched
    let visitor: Visitor | undefined
    const cause = async (): Promise<void> => {
      const login = await startLogin()
      visitor = login.visitor
      expect(await tryCode(visitor, world.getMail(login.email).code)).toBe('right')
    }
    const during = async (): Promise<void> => {
      expect(visitor && (await spendTooMuch(visitor))).toBe('SPEND_LIMIT')
    }
    expect(await causeAlerts(10, { cause, during })).toEqual(['SpendLimits'])
  })

  test('SigningStopped: an operator has stopped signing', async () => {
    const cause = (): Promise<unknown> => command('stop-signing', '--reason=a test of the alerts')
    expect(await causeAlerts(1, { cause })).toEqual(['SigningStopped'])
    await command('start-signing', '--reason=a test of the alerts')
  })

  test('UpstreamFailures: a node that is overloaded', async () => {
    const { callNode, breakNode } = watched
    const cause = async (): Promise<void> => breakNode(true)
    const fired = await causeAlerts(15, { cause, during: callNode })
    // the site also returns errors for requests that it can’t forward
    expect(fired).toEqual(['ErrorRate', 'UpstreamFailures'])
    breakNode(false)
  })

  test('SlowResponses: calls that wait for a lock for three seconds', async () => {
    const { world } = watched
    let step = 0
    const during = async (): Promise<void> => {
      if (step++ % 12 > 0) return
      const visitor = world.createVisitor()
      let asked: Promise<unknown> = Promise.resolve()
      await whileLocked('devices', async () => {
        asked = Promise.all([visitor.ask('hello', {}), visitor.ask('hello', {})])
        await new Promise((resolve) => setTimeout(resolve, 3 * seconds))
      })
      await asked
    }
    expect(await causeAlerts(20, { during })).toEqual(['SlowResponses'])
  })

  test('CustodyDatabaseBusy: more calls than connections', async () => {
    const { world } = watched
    const asked = new Set<Promise<unknown>>()
    const client = new Client({ connectionString: world.options.databaseUrl })
    await client.connect()
    const fired = await causeAlerts(6, {
      cause: () => client.query('BEGIN; LOCK TABLE devices IN ACCESS EXCLUSIVE MODE'),
      during: async () => {
        // calls that wait too long fail, so new ones are added all the time
        for (let count = 0; count < 20; count++) {
          const one = world.createVisitor().ask('hello', {})
          asked.add(one)
          void one.finally(() => asked.delete(one))
        }
        await expect
          .poll(async () => (await watched.readMetrics())['custody'])
          .toMatch(/^latchkey_database_connections\{state="waiting"\} [1-9]/m)
      },
    })
    await client.end()
    await Promise.all(asked)
    // the check of the database may wait as well: ServiceNotReady
    expect(fired).toContain('CustodyDatabaseBusy')
  })

  test('AuditSinkBehind: a sink that is down', async () => {
    const { sink, startLogin } = watched
    const cause = async (): Promise<void> => {
      await sink.behave('refuse')
      await startLogin()
    }
    expect(await causeAlerts(15, { cause })).toEqual(['AuditSinkBehind'])
    await sink.behave('take')
  })

  test('KeyUnreachable, DrillFailed: the key is taken away', async () => {
    const { moveKey } = watched
    const cause = async (): Promise<void> => {
      await failDrill()
      await moveKey('away')
      await expect
        .poll(async () => {
          const { custody = '' } = await watched.readMetrics()
          return custody.match(/latchkey_ready_check\{check="keys"\} 0/g)
        })
        .toHaveLength(2)
    }
    expect(await causeAlerts(5, { cause })).toEqual(['DrillFailed', 'KeyUnreachable', 'ServiceNotReady'])
  })

  test('DrillOverdue: the key has been away for more than two days', async () => {
    const { world, moveKey } = watched
    world.move(49 * hours)
    expect(await causeAlerts(45, {})).toEqual(['DrillOverdue'])
    await moveKey('back')
    await command('drill', '--sample=1')
  })

  test('CertificateExpires: two weeks before the end', async () => {
    watched.world.move(17 * 24 * hours)
    const { world, urls } = watched
    const targets = [{ job: 'site', url: urls.site }]
    const timeline = createTimeline({ targets, move: world.move, now: world.now })
    await timeline.run(9)
    expect(await timeline.listFiring()).toEqual([])
    await timeline.run(2)
    expect(await timeline.listFiring()).toEqual(['CertificateExpires'])
  })

  test('EmailFailures, EmailQueue: the mail server is gone', async () => {
    const { world, startLogin, tryCode } = watched
    const cause = async (): Promise<void> => {
      const { visitor, email } = await startLogin()
      expect(await tryCode(visitor, world.getMail(email).code)).toBe('right')
      // a second browser, of which the owner is notified
      const other = world.createVisitor()
      await other.get('hello', {})
      world.move(60 * seconds)
      await other.get('email.start', { email })
      await world.press(world.getMail(email).token)
      await other.get('email.device', {})
      const { code } = world.getMail(email)
      await world.mailbox.stop()
      expect(await tryCode(other, code)).toBe('right')
    }
    const during = async (): Promise<void> => {
      const late = world.createVisitor()
      await late.get('hello', {})
      expect((await late.ask('email.start', { email: `late${world.now()}@mail.example` })).error?.code).toBe(
        'MAIL_FAILED',
      )
    }
    const fired = await causeAlerts(25, { cause, during })
    expect(fired).toEqual(expect.arrayContaining(['EmailFailures', 'EmailQueue']))
  })

  test('CustodyUnreachable, ServiceDown: one of two custodies is gone', async () => {
    const { second } = watched
    // the other one keeps working, so users notice nothing
    expect(await causeAlerts(5, { cause: () => second.stop() })).toEqual(['CustodyUnreachable', 'ServiceDown'])
  })

  test('CustodyErrors, ErrorRate, MetricsMissing, ServiceNotReady: the database is gone', async () => {
    const { world, callSite } = watched
    const cause = async (): Promise<void> => world.ownServer?.stop()
    const fired = await causeAlerts(12, { cause, during: callSite })
    expect(fired).toEqual(expect.arrayContaining(['CustodyErrors', 'ErrorRate', 'MetricsMissing', 'ServiceNotReady']))
  })
})
