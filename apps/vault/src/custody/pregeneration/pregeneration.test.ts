import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileSigning } from '../freezes/signingSwitch.js'
import { openKek } from '../keys/backends/openKek.js'
import { createKeyHost } from '../keys/host/keyHost.js'
import { openKeys } from '../keys/openKeys.js'
import { rotateKek } from '../keys/rotation/rotateKek.js'
import { createOperators } from '../test/createOperators.js'
import { post } from '../test/post.js'
import { type SocialWorld, startSocialWorld } from '../test/startSocialWorld.js'

// an app's backend and an operator create users before they log in
let world: SocialWorld
let folder: string
let ada: string
let key: string
const { run, add, act } = createOperators(() => world)

let afterCreation: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  world = await startSocialWorld({
    processes: 2,
    operators: { listen: { port: 0 } },
    openKeyHost: (opened) => {
      const host = createKeyHost(opened)
      const createWallet: typeof host.createWallet = async (options) => {
        const made = await host.createWallet(options)
        await afterCreation?.()
        return made
      }
      return { ...host, createWallet }
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'latchkey-import-'))
  ada = await add('ada')
  key = await createKey(['users:read', 'users:create', 'users:freeze', 'events:read'])
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true })
})

async function createKey(scopes: readonly string[], project = 'demo'): Promise<string> {
  const { body } = await act(ada, 'apiKey.create', { project, name: 'backend', scopes })
  return String(body['secret'])
}

type User = {
  readonly id: string
  readonly accounts: readonly { readonly namespace: string; readonly address: string }[]
  readonly smartAccount: string
  readonly unclaimedSince?: number
  readonly externalId?: string
  readonly joinedAt?: number
}
type Body = {
  readonly error?: { readonly code: string; readonly message: string }
  readonly status?: string
  readonly user?: User
  readonly users?: readonly { readonly status: string; readonly code?: string; readonly user?: User }[]
  readonly events?: readonly { readonly event: string; readonly entry: Record<string, unknown> }[]
}
let turn = 0
async function ask(
  route: string,
  body?: unknown,
  { by = key, index = turn++ }: { readonly by?: string; readonly index?: number } = {},
): Promise<{ readonly status: number; readonly body: Body; readonly retryAfter?: number }> {
  const [method = '', target = ''] = route.split(' ')
  const [path = '', query = ''] = target.split('?')
  const { address } = world.custodies[index % world.custodies.length] ?? { address: '' }
  return (await post(address, '/api', {
    ...{ method, path, query, body: body === undefined ? '' : JSON.stringify(body) },
    ...{ authorization: `Bearer ${by}`, ip: '192.0.2.7' },
  })) as Awaited<ReturnType<typeof ask>>
}
const codeOf = async (asked: Promise<{ readonly body: Body }>): Promise<string> =>
  (await asked).body.error?.code ?? 'ok'

let count = 0
const newEmail = (): string => `person${count++}@mail.example`
const createUser = async (fields: Record<string, unknown>): Promise<User> => {
  const { body } = await ask('POST /users', fields)
  if (!body.user) throw new Error(JSON.stringify(body))
  return body.user
}
const countRows = async (table: string, user: string): Promise<number> =>
  (await world.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user])).length

describe('a user that an app creates before the first login', () => {
  it('has addresses at once, and its wallet goes to whoever proves the mailbox, in any process', async () => {
    const email = newEmail()
    const user = await createUser({
      email: ` ${email.toUpperCase()} `,
      externalId: 'crm:42',
      joinedAt: 1_700_000_000_000,
    })
    expect(user).toMatchObject({ externalId: 'crm:42', joinedAt: 1_700_000_000_000, unclaimedSince: world.now() })
    const visitor = world.createVisitor()
    await world.logIn(visitor, email)
    const own = await visitor.get('user.get', {})
    expect(own.accounts).toEqual(user.accounts)
    expect(own.smartAccount).toBe(user.smartAccount)
    const params = ['0x78', own.accounts[0]?.address]
    const { id } = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
    expect(id).toBeTruthy()
    const { body } = await ask(`GET /users?externalId=crm:42`)
    expect(body.users).toMatchObject([{ id: user.id, externalId: 'crm:42' }])
    expect(body.users?.[0]).not.toHaveProperty('unclaimedSince')
    expect(await run(['audit'])).toMatchObject({})
  })

  it('gets no email for it or for a freeze, and logs in like any new user', async () => {
    const email = newEmail()
    const { id } = await createUser({ email })
    expect(await codeOf(ask(`POST /users/${id}/freeze`, { reason: 'a mistake' }))).toBe('ok')
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    await visitor.get('email.start', { email })
    await world.press(world.getMail(email).token)
    await visitor.get('email.device', {})
    const code = world.getMail(email).code
    expect((await visitor.ask('email.verify', { code })).error?.code).toBe('WALLET_FROZEN')
    expect(await codeOf(ask(`POST /users/${id}/unfreeze`, { reason: 'a mistake' }))).toBe('ok')
    expect((await visitor.ask('email.verify', { code: world.getMail(email).code })).error).toBeUndefined()
    await expect.poll(async () => (await world.database.query('SELECT 1 FROM outbox')).length).toBe(0)
    expect(world.mailbox.getMails(email)).toHaveLength(2)
    expect(await countRows('notices', id)).toBe(0)
    const { body } = await ask(`GET /events?user=${id}&limit=200`)
    const events = body.events?.map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['user.pregenerated', 'user.created', 'login.done']))
    expect(JSON.stringify(body)).not.toMatch(/lk_|operator|@/)
  })

  it('opens after a rotation of the key between the creation of its wallet and the write to the database', async () => {
    const email = newEmail()
    const kek = openKek({ kekFile: world.options.kekFile })
    afterCreation = async () => {
      afterCreation = undefined
      await rotateKek(world.database, { kek, prepares: false, settle: 0, now: world.now })
      // the process has read the new key
      await expect.poll(() => codeOf(ask('GET /users?limit=1', undefined, { index: 0 }))).toBe('ok')
    }
    expect((await ask('POST /users', { email }, { index: 0 })).body).toMatchObject({ status: 'created' })
    const visitor = world.createVisitor()
    await world.logIn(visitor, email)
    const { accounts } = await visitor.get('user.get', {})
    const params = ['0x78', accounts[0]?.address]
    const shown = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
    expect(await visitor.get('request.sign', { id: shown.id, digest: shown.digest })).toHaveProperty('result')
  })

  it('is the same user however often it is created, in parallel by both processes, and during the owner’s login', async () => {
    const emails = Array.from({ length: 4 }, newEmail)
    const [first = ''] = emails
    const visitor = world.createVisitor()
    const users = emails.map((email) => ({ email }))
    const [login, ...replies] = await Promise.all([
      world.logIn(visitor, first),
      ...Array.from({ length: 6 }, (_, index) => ask('POST /users/batch', { users }, { index })),
    ])
    expect(login).toBeUndefined()
    const ids = replies.map(({ body }) => body.users?.map(({ user }) => user?.id))
    expect(new Set(ids.map((one) => JSON.stringify(one))).size).toBe(1)
    const { accounts } = await visitor.get('user.get', {})
    expect(replies[0]?.body.users?.[0]?.user?.accounts).toEqual(accounts)
    const rows = await world.database.query('SELECT 1 FROM users WHERE id = ANY($1)', [ids[0]])
    expect(rows).toHaveLength(4)
  })
})

describe('error: a pregenerated wallet before its owner’s first login', () => {
  it('signs nothing: it has no session, device, permission, recovery code or second login, and does not open', async () => {
    const { id } = await createUser({ email: newEmail() })
    for (const table of ['sessions', 'device_users', 'permissions', 'recovery_codes', 'logins', 'mail_links', 'seals'])
      expect(await countRows(table, id), table).toBe(0)
    const { keys } = await openKeys(world.database, {
      kek: openKek({ kekFile: world.options.kekFile }),
      createsKek: false,
      migrates: false,
    })
    const opened = whileSigning({ database: world.database, keys, now: world.now }, id, async () => 'opened')
    await expect(opened).rejects.toThrow('waits for its owner’s first login')
    // nor once its mark was removed in the database
    await world.database.query('UPDATE users SET unclaimed_since = NULL WHERE id = $1', [id])
    const forged = whileSigning({ database: world.database, keys, now: world.now }, id, async () => 'opened')
    await expect(forged).rejects.toThrow('A row of users was changed from outside')
  })

  it('can’t be created for an address that its former owner may still restore', async () => {
    const [before, after] = [newEmail(), newEmail()]
    const visitor = world.createVisitor()
    await world.logIn(visitor, before)
    await visitor.get('update.start', { email: after })
    await visitor.get('update.primary', { code: world.getMail(before).code })
    await visitor.get('update.secondary', { code: world.getMail(after).code })
    expect(await codeOf(ask('POST /users', { email: before }))).toBe('ADDRESS_IN_USE')
    expect((await ask('POST /users', { email: after })).body).toMatchObject({ status: 'existing' })
    world.move(73 * 3_600_000)
    expect((await ask('POST /users', { email: before })).body).toMatchObject({ status: 'created' })
  })
})

describe('a user with a provider login', () => {
  it('belongs to the user id of that provider, not to an email address', async () => {
    const mailUser = await createUser({ email: newEmail() })
    const user = await createUser({ provider: 'google', subject: 'google-7' })
    const own = await world.enter(world.createVisitor(), 'google', { name: 'google-7' })
    expect(own.accounts).toEqual(user.accounts)
    expect(own.email).toBeNull()
    expect((await ask(`GET /users/${mailUser.id}`)).body).toHaveProperty('unclaimedSince')
    expect((await ask(`GET /users/${user.id}`)).body).not.toHaveProperty('unclaimedSince')
    // another person of that provider is another user, whatever the app has created
    const other = await world.enter(world.createVisitor(), 'google', { name: 'google-8' })
    expect(other.accounts).not.toEqual(user.accounts)
  })

  it('error: has only one login, of a configured provider, with a valid subject', async () => {
    expect(await codeOf(ask('POST /users', { provider: 'farcaster', subject: '12' }))).toBe('ok')
    for (const [fields, code] of [
      [{ provider: 'myspace', subject: '1' }, 'INVALID_PROVIDER'],
      [{ provider: 'google', subject: 'ada@mail.example' }, 'INVALID_SUBJECT'],
      [{ provider: 'google' }, 'INVALID_SUBJECT'],
      [{ provider: 'google', subject: '1', email: newEmail() }, 'TWO_LOGINS'],
    ] as const)
      expect(await codeOf(ask('POST /users', fields)), JSON.stringify(fields)).toBe(code)
  })
})

describe('a batch', () => {
  it('creates the valid users, reports each of the others, and changes nothing in a dry run', async () => {
    const known = newEmail()
    await createUser({ email: known, externalId: 'known' })
    const users = [
      { email: newEmail(), externalId: 'a1' },
      { email: known },
      { email: 'not an address' },
      {},
      'nonsense',
      { email: newEmail(), externalId: 'a1' },
      { email: newEmail(), externalId: '=HYPERLINK("x")' },
      { email: newEmail(), joinedAt: world.now() + 1 },
      { email: known, externalId: 'other' },
      { email: newEmail(), admin: true },
    ]
    const dry = await ask('POST /users/batch', { users, dryRun: true })
    const statuses = ['free', 'existing', 'invalid', 'invalid', 'invalid', 'free', ...Array(4).fill('invalid')]
    expect(dry.body.users?.map(({ status }) => status)).toEqual(statuses)
    expect((await ask('GET /users?externalId=a1')).body.users).toEqual([])
    const { body } = await ask('POST /users/batch', { users })
    expect(body).toMatchObject({ created: 1, existing: 1, invalid: 8 })
    expect(body.users?.map(({ status, code }) => code ?? status)).toEqual([
      ...['created', 'existing', 'INVALID_EMAIL', 'NO_LOGIN', 'INVALID_PARAMS', 'EXTERNAL_ID_TAKEN'],
      ...['INVALID_EXTERNAL_ID', 'INVALID_DATE', 'OTHER_EXTERNAL_ID', 'INVALID_PARAMS'],
    ])
    const { events } = (await ask('GET /events?event=user.pregenerated&limit=1')).body
    expect(events?.[0]?.entry['user']).toBe(body.users?.[0]?.user?.id)
  })

  it('creates one user for repeated entries', async () => {
    const email = newEmail()
    const users = [{ email }, { email: email.toUpperCase() }, { email }]
    const { body } = await ask('POST /users/batch', { users })
    expect(body.users?.map(({ status }) => status)).toEqual(['created', 'existing', 'existing'])
    expect(new Set(body.users?.map(({ user }) => user?.id)).size).toBe(1)
  })

  it('error: does nothing if it is empty, too large, or sent with a key without the scopes; keys create only in their project', async () => {
    const users = [{ email: newEmail() }]
    expect(await codeOf(ask('POST /users/batch', { users: [] }))).toBe('INVALID_PARAMS')
    expect(await codeOf(ask('POST /users/batch', { users: Array(101).fill(users[0]) }))).toBe('INVALID_PARAMS')
    // the response says who has a wallet: creating needs the scope to read as well
    for (const scopes of [['users:read'], ['users:create'], ['users:freeze', 'events:read']]) {
      const by = await createKey(scopes)
      expect(await codeOf(ask('POST /users', users[0], { by })), scopes.join()).toBe('MISSING_SCOPE')
      expect(await codeOf(ask('POST /users/batch', { users }, { by })), scopes.join()).toBe('MISSING_SCOPE')
    }
    const other = await createKey(['users:read', 'users:create'], 'other')
    const { body } = await ask('POST /users', users[0], { by: other })
    expect(body.status).toBe('created')
    expect((await ask(`GET /users/${body.user?.id}`)).status).toBe(404)
    // the same address is another user in this project
    expect((await ask('POST /users', users[0])).body).toMatchObject({ status: 'created' })
  })

  it('error: is limited per hour across all processes', async () => {
    const by = await createKey(['users:read', 'users:create'], 'other')
    world.move(3_600_001)
    await world.database.query(
      `INSERT INTO users (id, project, created_at, unclaimed_since, mac)
       SELECT md5(number::text), 'other', $1::bigint, $1::bigint, '' FROM generate_series(1, 9999) AS number`,
      [world.now()],
    )
    const create = (): ReturnType<typeof ask> => ask('POST /users', { email: newEmail() }, { by })
    const replies = await Promise.all(Array.from({ length: 4 }, create))
    expect(replies.filter(({ body }) => body.status === 'created')).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(await create()).toMatchObject({ status: 429, retryAfter: 3_600 })
    world.move(3_600_001)
    expect(await codeOf(create())).toBe('ok')
  })
})

describe('custody import-users', () => {
  let files = 0
  const write = async (content: string | Uint8Array): Promise<string> => {
    const file = join(folder, `users-${files++}.csv`)
    await writeFile(file, content)
    return file
  }
  type Imported = {
    readonly problems: readonly { readonly line: number; readonly code: string; readonly value?: string }[]
  }
  const importFile = (file: string, ...more: readonly string[]): Promise<Imported> =>
    run(['import-users', file, '--project=demo', '--reason=move from the old wallet', ...more]) as Promise<Imported>
  const countUsers = async (): Promise<number> => (await world.database.query('SELECT 1 FROM users')).length

  it('imports nothing in a dry run or with an invalid row, all valid rows with --skip-invalid, and each only once', async () => {
    const [first, second, third] = [newEmail(), newEmail(), newEmail()]
    const file = await write(
      [
        'Email,External ID,joined_at,Name',
        `${first},c:1,2024-05-31,"Ada, ""the first"""`,
        '',
        `${second},c:2,2024-05-31T10:00:00Z,"two`,
        'lines"',
        'nobody,c:3,,',
        `${first.toUpperCase()},c:4,,again`,
        `${third},c:1,,same id`,
        '=cmd|/c calc!A1,c:5,,formula',
        `${newEmail()},,tomorrow,`,
        `"${third},c:6,,quote`,
        `${newEmail()},c:7,,fine`,
      ].join('\r\n'),
    )
    const before = await countUsers()
    const report = join(folder, 'report.csv')
    const dry = await importFile(file, '--dry-run', `--report=${report}`)
    expect(dry).toMatchObject({ ok: false, rows: 9, created: 3, existing: 0, invalid: 6, ignoredColumns: ['Name'] })
    expect(dry.problems.map(({ line, code }) => `${line} ${code}`)).toEqual([
      ...['6 INVALID_EMAIL', '7 DUPLICATE', '8 DUPLICATE', '9 INVALID_EMAIL', '10 INVALID_DATE', '11 UNREADABLE'],
    ])
    const lines = (await readFile(report, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    // no cell of the report is a formula for a spreadsheet
    expect(lines[6]).toContain(`"'=cmd|/c calc!A1"`)
    expect(lines.join('\n')).not.toMatch(/(?:^|,)"?[=+@-]/m)
    expect((await stat(report)).mode & 0o077).toBe(0)
    await expect(importFile(file, '--dry-run', `--report=${report}`)).rejects.toThrow('EEXIST')
    expect(await importFile(file)).toMatchObject({ ok: false, created: 0, invalid: 6 })
    expect(await countUsers()).toBe(before)
    const full = join(folder, 'full.csv')
    expect(await importFile(file, '--skip-invalid', `--report=${full}`)).toMatchObject({ created: 3, invalid: 6 })
    expect(await countUsers()).toBe(before + 3)
    expect((await readFile(full, 'utf8')).split('\n')[1]).toMatch(
      /^2,created,,,,[0-9a-f]{32},c:1,0x[0-9a-fA-F]{40},\w{32,44},0x[0-9a-fA-F]{40}$/,
    )
    expect(await importFile(file, '--skip-invalid')).toMatchObject({ created: 0, existing: 3, invalid: 6 })
    const { body } = await ask('GET /users?externalId=c:2')
    expect(body.users).toMatchObject([{ joinedAt: Date.parse('2024-05-31T10:00:00Z') }])
    const visitor = world.createVisitor()
    await world.logIn(visitor, first)
    expect((await ask('GET /users?externalId=c:1')).body.users?.[0]).toMatchObject({
      accounts: (await visitor.get('user.get', {})).accounts,
    })
  })

  it('error: survives garbage: names each bad line and imports all others', async () => {
    const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => Buffer.from(`${newEmail()}\n`))
    const parts = [
      ...[Buffer.from('\uFEFFemail\n'), a, Buffer.from([0xff, 0xfe, 0x80, 0x0a]), b, Buffer.alloc(100_000_000, 'x')],
      ...[Buffer.from('\n'), c, Buffer.from('Jos\xe9@mail.example\n', 'latin1'), d, Buffer.from('"\n'), e],
      ...[Buffer.from('x,y,z\n'), Buffer.from(`${'z'.repeat(5_000)}\n`), Buffer.from('a\0b@mail.example\n'), f],
    ] as Buffer[]
    const file = await write(Buffer.concat(parts))
    // a text file may have a binary line: this one begins beyond what is checked first
    const result = await importFile(file, '--skip-invalid')
    expect(result).toMatchObject({ created: 6, invalid: 7 })
    expect(result.problems.map(({ line, code }) => `${line} ${code}`)).toEqual([
      ...[3, 5, 7, 9, 11].map((line) => `${line} UNREADABLE`),
      ...['12 INVALID_EMAIL', '13 UNREADABLE'],
    ])
  }, 120_000)

  it.each([
    ['an empty file', '', 'has no header'],
    ['a file without a known column', 'name,phone\nAda,1\n', 'has no header'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), 'is a spreadsheet'],
    ['UTF-16', Buffer.from('\uFEFFemail\n', 'utf16le'), 'is in UTF-16'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), 'is not a text'],
    ['a column that is named twice', 'email,Email\n', 'names a column twice'],
  ])('error: refuses %s with a reason', async (_, content, message) => {
    await expect(importFile(await write(content), '--dry-run')).rejects.toThrow(message)
  })

  it('error: needs an existing project, a reason without an email address, and known options', async () => {
    const file = await write('email\n')
    await expect(run(['import-users', file, '--project=nope', '--reason=why not'])).rejects.toThrow('no project nope')
    await expect(run(['import-users', file, '--project=demo', '--reason=a@b.example'])).rejects.toThrow('email address')
    await expect(importFile(file, '--force')).rejects.toThrow('no option --force')
    expect(await importFile(file, '--dry-run')).toMatchObject({ ok: true, rows: 0 })
  })

  it('continues where it was killed, reads semicolons and providers, and leaves a valid audit log', async () => {
    const emails = Array.from({ length: 250 }, newEmail)
    const rows = emails.map((email) => `${email};;`).join('\n')
    const file = await write(`email;provider;subject\n${rows}\n;farcaster;77\n`)
    // what the batches before the kill have done
    expect(await importFile(await write(`email\n${emails.slice(0, 130).join('\n')}`))).toMatchObject({ created: 130 })
    expect(await importFile(file)).toMatchObject({ ok: true, rows: 251, created: 121, existing: 130 })
    expect(await run(['audit'])).toMatchObject({ entries: expect.any(Number) })
  }, 120_000)

  it.runIf(process.env['LATCHKEY_LONG'])(
    'imports 10,000 users within ten minutes',
    async () => {
      const file = await write(
        `email,external_id\n${Array.from({ length: 10_000 }, (_, row) => `${newEmail()},long:${row}`).join('\n')}`,
      )
      const start = performance.now()
      expect(await importFile(file)).toMatchObject({ ok: true, rows: 10_000, created: 10_000 })
      expect(performance.now() - start).toBeLessThan(600_000)
      expect(await importFile(file)).toMatchObject({ created: 0, existing: 10_000 })
    },
    1_800_000,
  )
})
