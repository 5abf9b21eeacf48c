import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../audit/verifyAudit.js'
import { openKek } from '../keys/backends/openKek.js'
import { openKeys } from '../keys/openKeys.js'
import type { Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { startWorld, type World } from '../test/startWorld.js'
import { assertRow, laterColumns, type MacRow, type MacTable, macColumns, toRowMac } from './rowMac.js'

// An attacker who can write to the database changes each column. A new column must be sealed, or listed with a reason.

/**
 * - `harmless`: gives nobody access, a signature, or more data
 * - `removal`: the same as deleting the row, which the README says they can do: a limit, a freeze or the signing switch
 * - `refused`: it is sealed by other means than the row's `mac`
 * - `detected`: `custody audit`, or the audit sink, shows it
 */
type Verdict = readonly ['harmless' | 'removal' | 'refused' | 'detected', string]

const rest: Verdict = [
  'harmless',
  'says when the row is cleared away; what ends by then is sealed, or ends by another column',
]

const order: Verdict = ['harmless', 'which of several is the last one: each is sealed, and one alone of them is open']

const counted: Verdict = ['removal', 'a limit; guesses at codes and signatures are counted in memory too']

const sent: Verdict = ['removal', 'a daily limit of what is sent']

const log: Verdict = ['detected', 'each entry has a hash over it and the one before, under a key of custody']

const sink: Verdict = [
  'detected',
  'how far the log was sent: what is left out shows as a gap in `seq` where it is sent to',
]

const statement: Verdict = [
  'removal',
  'a statement that was sent may be sent again for 10 minutes, by who has it; a request is signed once all the same',
]

const outbox: Verdict = [
  'removal',
  'when an email is tried, and how often: it is sent later, not at all, or twice; what it says, and to whom, is sealed',
]

const delivery: Verdict = [
  'removal',
  'when a webhook is sent something: later, not at all, or twice under one id; what it says is sealed',
]

const unlocked: Verdict = [
  'refused',
  'sealed for one process, user, device, session, key and end: opened with a key that only that process has',
]

const unsealed: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = {
  vault_settings: {
    name: [
      'refused',
      'the keys are sealed and checked against the key file; the switch for signing is as if it was not there',
    ],
    value: ['refused', 'as for the name'],
  },
  latchkey_migrations: {
    version: ['harmless', 'a migration that runs twice fails, and custody does not start'],
    needs: ['harmless', 'custody does not start, or one that is too old for the schema starts and its statements fail'],
  },
  devices: {
    is_confirmed: ['harmless', 'gives a new cookie to who signs with a key of the device, and to nobody else'],
    seen_at: ['harmless', 'shown in the list of devices; and says when the row is cleared away'],
  },
  device_keys: { active_until: ['harmless', 'how long a key that signs may be silent before it says hello again'] },
  device_users: {
    browser: ['harmless', 'shown in the list of devices, to which nobody adds one without the key'],
    place: ['harmless', 'as the browser'],
  },
  sessions: {
    seen_at: ['harmless', 'keeps a session over a week without use; after 30 days it ends by a time that is sealed'],
  },
  challenges: { place_in_order: order },
  logins: {
    name: ['refused', 'sealed for this login'],
    used_at: ['harmless', 'the order in which logins are shown'],
  },
  login_attempts: {
    stage: ['harmless', 'the outcome is sealed, for one device and a minute, and lets in once in each process'],
    is_alone: ['harmless', 'how long the browser that began it waits for the outcome'],
    opening: ['refused', 'sealed for this attempt'],
    outcome: ['refused', 'sealed for this attempt'],
    used_at: ['harmless', 'repeats a reply to a session that is open'],
    place_in_order: order,
    valid_until: rest,
  },
  passkeys: {
    name: ['refused', 'sealed for this passkey'],
    used_at: ['harmless', 'shown in the list of passkeys, and the order of that'],
  },
  passkey_ceremonies: {
    used_at: ['harmless', 'each process accepts a ceremony once, whatever the row says'],
  },
  approvals: {
    state: ['harmless', 'each process signs a request once, whatever the row says; the signature would be the same'],
  },
  mail_links: {
    used_at: ['removal', 'ends a freeze, or lets who has the link use it again until its end, which is sealed'],
  },
  processes: { seen_at: ['harmless', 'a process that is cleared away is written again with its next beat'] },
  unlocks: Object.fromEntries(
    ['user_id', 'device_id', 'session_id', 'thumbprint', 'process_id', 'sealed', 'valid_until'].map((name) => [
      name,
      unlocked,
    ]),
  ),
  call_bundles: { valid_until: rest },
  permissions: { valid_until: rest },
  outbox: {
    attempts: outbox,
    next_at: outbox,
    claimed_until: outbox,
    place_in_order: ['harmless', 'the order in which emails are sent'],
  },
  webhooks: {
    failing_since: ['harmless', 'when it is disabled after failing: an operator enables it again'],
    claimed_until: ['harmless', 'which process sends to it: it is sent twice, under the same id, or later'],
  },
  deliveries: Object.fromEntries(
    ['state', 'attempts', 'next_at', 'result', 'place_in_order', 'valid_until'].map((name) => [name, delivery]),
  ),
  api_keys: { used_at: ['harmless', 'shown in the list of keys'] },
  notices: {
    done_at: [
      'removal',
      'takes the button off a notice, or puts it back; what it does is sealed, and for its user alone',
    ],
    place_in_order: ['harmless', 'the order of notices of the same millisecond'],
  },
  notice_views: {
    notice_id: ['removal', 'as taking the notice away, on one device; the emails are sent all the same'],
    device_id: ['removal', 'as the notice'],
  },
  limit_events: { id: counted, kind: counted, subject: counted, at: counted, valid_until: counted },
  spent_statements: { thumbprint: statement, jti: statement, valid_until: statement },
  spendings: Object.fromEntries(
    [
      ...['id', 'user_id', 'chain', 'amount', 'at', 'valid_until', 'reservation', 'asset', 'recipient', 'value'],
      ...['is_signed', 'has_factor'],
    ].map((name) => [name, sent]),
  ),
  audit: { seq: log, at: log, event: log, entry: log, hash: log },
  audit_sinks: { sink, seq: sink, holder: sink, held_until: sink },
}

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly isKey: boolean }

let world: World

let columns: readonly Column[]

let keys: Awaited<ReturnType<typeof openKeys>>['keys']

let [victim, thief, loggedOut] = [] as unknown as [Visitor, Visitor, Visitor]

const email = 'victim@mail.example'

let address = ''

const write = (text: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> =>
  world.database.query(text, values)

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

const personalSign = (text: string) => ({
  method: 'personal_sign',
  params: [toHex(text), address],
  chain: 'eip155:1',
})

const isSealed = (table: string, name: string): boolean =>
  name === 'mac' ||
  ((macColumns as Readonly<Record<string, readonly string[]>>)[table]?.includes(name) ?? false) ||
  ((laterColumns as Readonly<Record<string, readonly string[]>>)[table]?.includes(name) ?? false)

/** Another value of a column. */
function toOther({ table, name, type }: Column): string {
  // must stay JSON: the database indexes its content
  if (table === 'audit' && name === 'entry') return `overlay(entry PLACING '{"x":"x",' FROM 1 FOR 1)`
  if (type === 'boolean') return `NOT ${name}`
  if (type === 'bytea') return `coalesce(${name}, '') || '\\x01'::bytea`
  if (type === 'text') return `coalesce(${name}, '') || 'x'`
  if (type.startsWith('timestamp')) return `${name} + interval '1 year'`
  return `coalesce(${name}, 0) + 1000000`
}

beforeAll(async () => {
  world = await startWorld({ processes: 2 })
  const none = { warn: () => undefined }
  const opened = await openKeys(world.database, {
    kek: openKek({ kekFile: world.options.kekFile }),
    createsKek: false,
    ...none,
  })
  keys = opened.keys
  columns = (await write(
    `SELECT c.table_name AS "table", c.column_name AS name, c.data_type AS type,
       EXISTS (SELECT 1 FROM information_schema.key_column_usage AS k
         WHERE k.table_schema = 'public' AND k.table_name = c.table_name AND k.column_name = c.column_name) AS "isKey"
     FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`,
  )) as unknown as readonly Column[]
  loggedOut = world.createVisitor()
  await world.logIn(loggedOut, email)
  await loggedOut.get('session.end', {})
  victim = world.createVisitor()
  await world.logIn(victim, email)
  address = (await victim.get('user.get', {})).accounts[0]?.address ?? ''
  await victim.get('request.prepare', personalSign('asked for'))
  thief = world.createVisitor()
  await world.logIn(thief, 'thief@mail.example')
  await world.createVisitor().get('hello', {})
})

afterAll(() => world?.stop())

describe('every column of every table [C2]', () => {
  test('is sealed with its row, or listed with the reason why it need not be', () => {
    const known = columns.map(({ table, name }) => [
      `${table}.${name}`,
      isSealed(table, name) !== (unsealed[table]?.[name] !== undefined),
    ])
    expect(known.filter(([, isKnown]) => !isKnown)).toEqual([])
    // the list names no column that does not exist
    const named = Object.entries(unsealed).flatMap(([table, all]) => Object.keys(all).map((name) => `${table}.${name}`))
    const there = new Set(columns.map(({ table, name }) => `${table}.${name}`))
    expect(named.filter((name) => !there.has(name))).toEqual([])
    expect(columns.length).toBeGreaterThan(150)
  })

  test.each(Object.keys(macColumns) as readonly MacTable[])(
    'of %s is rejected with another value if it is sealed, and accepted if it is not',
    (table) => {
      const mine = columns.filter((column) => column.table === table && column.name !== 'mac')
      const sample = ({ type }: Column, step: number): string | boolean | Buffer =>
        type === 'boolean'
          ? step === 0
          : type === 'bytea'
            ? Buffer.of(7, step)
            : type === 'text'
              ? `t${step}`
              : `7${step}`
      const row = Object.fromEntries(mine.map((column) => [column.name, sample(column, 0)])) as MacRow<typeof table>
      const mac = toRowMac({ rowMac: keys.rowMac }, table, row)
      expect(() => assertRow(keys, table, { ...row, mac })).not.toThrow()
      const sealed = mine.filter(({ name }) => isSealed(table, name))
      expect(sealed.length).toBeGreaterThan(2)
      for (const column of sealed)
        for (const value of [sample(column, 1), null])
          expect(() => assertRow(keys, table, { ...row, [column.name]: value, mac }), column.name).toThrow(
            'from outside',
          )
      for (const { name } of mine.filter((column) => !isSealed(table, column.name)))
        expect(() => assertRow(keys, table, { ...row, [name]: 'x', mac }), name).not.toThrow()
    },
  )

  /** Changes each sealed column of a row in turn, and expects its use to fail, and to work again at the end. */
  async function refuseEach(
    table: MacTable,
    where: string,
    values: readonly unknown[],
    use: () => Promise<string>,
  ): Promise<void> {
    for (const column of columns) {
      if (column.table !== table || column.isKey || !isSealed(table, column.name)) continue
      const { name } = column
      const [kept] = await write(`SELECT ${name} AS value FROM ${table} WHERE ${where}`, values)
      const changed = await write(`UPDATE ${table} SET ${name} = ${toOther(column)} WHERE ${where} RETURNING 1`, values)
      expect(changed, name).toHaveLength(1)
      expect(await use(), `${table}.${name}`).not.toBe('none')
      // the changed column may be part of the condition
      const at = where.includes(name) ? `${name} <> $${values.length + 1} AND ${where.replace(/^.* AND /, '')}` : where
      await write(`UPDATE ${table} SET ${name} = $${values.length + 1} WHERE ${at}`, [...values, kept?.['value']])
    }
    expect(await use(), table).toBe('none')
  }
  const idsOf = async (visitor: Visitor): Promise<{ user_id: string; device_id: string }> => {
    await visitor.get('hello', {})
    const [row] = await write(
      'SELECT user_id, device_id FROM sessions WHERE device_id IN (SELECT device_id FROM device_keys WHERE active_until >= $1) ORDER BY seen_at DESC, created_at DESC',
      [world.now()],
    )
    return row as { user_id: string; device_id: string }
  }

  test('invalidates a session if it is changed: sessions, devices, keys, users, identities and wallets', async () => {
    world.move(1_000)
    const { user_id, device_id } = await idsOf(victim)
    const get = (): Promise<string> => codeOf(victim.ask('user.get', {}))
    await refuseEach('sessions', 'device_id = $1', [device_id], get)
    await refuseEach('devices', 'id = $1', [device_id], get)
    await refuseEach('device_keys', 'device_id = $1', [device_id], get)
    await refuseEach('users', 'id = $1', [user_id], get)
    await refuseEach('identities', 'user_id = $1', [user_id], get)
    await refuseEach('wallets', 'user_id = $1', [user_id], get)
  })

  test('invalidates a request, a code or a link if it is changed', async () => {
    const { id, digest } = await victim.get('request.prepare', personalSign('to be signed'))
    await refuseEach('approvals', 'id = $1', [id], () => codeOf(victim.ask('request.sign', { id, digest })))
    await loggedOut.get('hello', {})
    await loggedOut.get('email.start', { email })
    const { code } = world.getMail(email)
    const [challenge] = await write("SELECT id FROM challenges WHERE state = 'open' ORDER BY place_in_order DESC")
    await refuseEach('challenges', 'id = $1', [challenge?.['id']], () =>
      codeOf(loggedOut.ask('email.verify', { code })),
    )
    await loggedOut.get('session.end', {})
    const mail = world.mailbox.getMails(email).find(({ links }) => links.some((link) => link.includes('/notice?')))
    const token = new URL(mail?.links.find((link) => link.includes('token=')) ?? '').searchParams.get('token')
    const [link] = await write("SELECT id FROM mail_links WHERE kind = 'revoke' ORDER BY created_at")
    await refuseEach('mail_links', 'id = $1', [link?.['id']], async () => {
      const reply = (await post(world.custodies[1]?.address ?? '', '/notice', { token, act: false, ip: '' })) as {
        status?: string
      }
      return reply.status === 'open' ? 'none' : String(reply.status)
    })
  })

  test('that is not sealed gives nobody access to another user’s session, signatures or addresses if it is changed', async () => {
    await write('ALTER TABLE audit DISABLE TRIGGER audit_append_only')
    for (const table of ['challenges', 'login_attempts', 'outbox'])
      await write(`ALTER TABLE ${table} ALTER place_in_order SET GENERATED BY DEFAULT`)
    for (const column of columns) {
      const verdict = unsealed[column.table]?.[column.name]
      if (!verdict || column.table === 'latchkey_migrations') continue
      const { table, name } = column
      await write('DROP TABLE IF EXISTS kept')
      await write(`CREATE TABLE kept AS SELECT * FROM ${table}`)
      const changed = await write(`UPDATE ${table} SET ${name} = ${toOther(column)} RETURNING 1`).catch(
        () => [], // violates a unique or foreign-key constraint
      )
      await assertSafe(`${table}.${name}`)
      if (verdict[0] === 'detected' && table === 'audit')
        await expect(verifyAudit(world.database, keys), name).rejects.toThrow('audit log')
      if (changed.length > 0) await putBack(column)
    }
    await write('DROP TABLE kept')
    await expect(verifyAudit(world.database, keys)).resolves.toBeDefined()
    // enough time has passed for the key to need another hello
    await victim.get('hello', {})
    expect(await codeOf(victim.ask('user.get', {}))).toBe('none')
  }, 240_000)

  async function putBack({ table, name }: Column): Promise<void> {
    const primary = (
      await write(
        `SELECT a.attname AS name FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
         WHERE i.indrelid = $1::regclass AND i.indisprimary`,
        [table],
      )
    ).map((row) => String(row['name']))
    // entries added to the log meanwhile follow the changed ones
    if (!primary.includes(name) && table !== 'audit') {
      const same = primary.map((key) => `${table}.${key} = kept.${key}`).join(' AND ')
      await write(`UPDATE ${table} SET ${name} = kept.${name} FROM kept WHERE ${same}`)
      return
    }
    const names = columns.filter((one) => one.table === table).map((one) => one.name)
    await write(`DELETE FROM ${table}`)
    await write(`INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM kept`)
  }

  /** Whatever was changed: no ended session works, no unknown device gets a code, and nobody gets the account. */
  async function assertSafe(place: string): Promise<void> {
    expect(await codeOf(loggedOut.ask('user.get', {})), place).not.toBe('none')
    const mine = await thief.ask('user.get', {})
    expect(JSON.stringify(mine), place).not.toContain(address)
    expect(await codeOf(thief.ask('request.prepare', personalSign('not mine'))), place).not.toBe('none')
    const stranger = world.createVisitor()
    const hello = await stranger.ask('hello', {})
    expect(hello.result?.isConnected ?? false, place).toBe(false)
    world.move(31_000)
    const { result } = await stranger.ask('email.start', { email })
    expect(result?.action ?? 'VERIFY_DEVICE', place).toBe('VERIFY_DEVICE')
    expect(await codeOf(stranger.ask('email.verify', { code: '123456' })), place).not.toBe('none')
  }
})
