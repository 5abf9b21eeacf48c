import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthenticator, type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../protocol/custody.js'
import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import { openDatabase } from '../database/database.js'
import { startCustody } from '../startCustody.js'
import { bundleCustody } from '../test/bundleCustody.js'
import { createVisitor, type Visitor } from '../test/createVisitor.js'
import { post } from '../test/post.js'
import { runCustody } from '../test/spawnCustody.js'
import { startWorld, type World } from '../test/startWorld.js'

const projects = new Map([
  ['demo', { name: 'Demo', origins: ['https://app.example'], selfCustody: 'optional' as const }],
])
let world: World
let empty: ProvidedPostgres
let bundle: Awaited<ReturnType<typeof bundleCustody>>
let backup: string
const users: { readonly email: string; readonly user: unknown }[] = []
// of a user in self-custody who has no other login
const own = 'https://vault.example'
const passkey = createAuthenticator(own)
let passkeyUser: User
beforeAll(async () => {
  ;[world, bundle, empty] = await Promise.all([
    startWorld({ projects }),
    bundleCustody(),
    providePostgres({ databases: ['restored', 'swapped', 'cut'] }),
  ])
  for (const email of ['a@mail.example', 'b@mail.example', 'c@mail.example']) {
    const visitor = world.createVisitor()
    await world.logIn(visitor, email)
    users.push({ email, user: await visitor.get('user.get', {}) })
  }
  const page = world.createVisitor({ origin: own })
  await signUpByPasskey(page)
  const { selfCustody } = await page.get('account.get', {})
  const recovery = '0xB591e83B57f1dA7bc73103B3F8e70DD639c05386'
  const { options } = await page.get('selfCustody.start', { passkey: selfCustody?.passkeys[0]?.id ?? '', recovery })
  await page.get('selfCustody.finish', { response: answer(options), recovery })
  passkeyUser = await page.get('user.get', {})
  backup = join(world.folder, 'backup.jsonl')
})
afterAll(async () => {
  await world?.stop()
  await empty?.stop()
  await bundle?.remove()
})

async function signUpByPasskey(visitor: Visitor): Promise<void> {
  await visitor.get('hello', {})
  const { options } = await visitor.get('passkey.start', { use: 'signup' })
  await visitor.get('passkey.finish', { use: 'signup', response: answer(options) })
}

function answer(options: unknown): PasskeyResponse {
  const asked = options as PasskeyOptions
  return 'user' in asked ? passkey.create(asked) : passkey.get(asked as PublicKeyCredentialRequestOptionsJSON)
}

/** The numbers of rows by table. */
function readEnd(lines: readonly string[]): { readonly end: Readonly<Record<string, number>> } {
  return JSON.parse(lines.at(-1) ?? '')
}

const run = (
  words: readonly string[],
  { url = world.options.databaseUrl, kek = world.options.kekFile }: { url?: string; kek?: string } = {},
): ReturnType<typeof runCustody> => runCustody(bundle.file, { words, env: { DATABASE_URL: url, VAULT_KEK_FILE: kek } })

describe('a backup', () => {
  test('contains the sealed data, but no key and no email address [C3]', async () => {
    const { code, out } = await run(['backup', backup])
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { users: 4, wallets: 4, identities: 3, passkeys: 1, self_custody: 1 },
    ])
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    const text = await readFile(backup, 'utf8')
    expect(text).not.toContain((await readFile(world.options.kekFile, 'utf8')).trim())
    expect(text).not.toContain('mail.example')
    // never overwrites an existing file
    expect(await run(['backup', backup])).toMatchObject({ code: 1, err: expect.stringContaining('EEXIST') })
  })

  test('contains every table except short-lived ones and those that operators can recreate', async () => {
    const rows = await world.database.query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.tables WHERE table_schema = current_schema()`,
    )
    const { end } = readEnd((await readFile(backup, 'utf8')).trimEnd().split('\n'))
    // a new table belongs here only if users lose nothing without it
    const leftOut = [
      ...['sessions', 'device_keys', 'unlocks', 'unlock_requests', 'permissions', 'processes', 'latchkey_migrations'],
      ...['challenges', 'login_attempts', 'passkey_ceremonies', 'spent_statements', 'limit_events'],
      ...['approvals', 'call_bundles', 'spendings', 'transfer_holds', 'outbox', 'notice_views'],
      ...['operators', 'proposals', 'webhooks', 'deliveries', 'api_keys', 'audit_sinks'],
    ]
    expect(rows.flatMap(({ table }) => (Object.hasOwn(end, table) ? [] : [table])).sort()).toEqual(leftOut.sort())
  })

  test('is verified without a database, and restored to an empty one, where every wallet opens with its addresses', async () => {
    const verified = await run(['verify', backup], { url: '' })
    expect([verified.code, JSON.parse(verified.out)]).toMatchObject([0, { wallets: 4 }])
    const url = empty.urls['restored'] ?? ''
    const restored = await run(['restore', '--verify', backup], { url })
    expect([restored.code, JSON.parse(restored.out)]).toEqual([0, JSON.parse(verified.out)])

    const custody = await startCustody({ ...world.options, databaseUrl: url, listen: { port: 0 }, createsKek: false })
    for (const { email, user } of users) {
      const visitor = createVisitor({ addresses: [custody.address], now: world.now })
      await visitor.get('hello', {})
      world.move(3_600_000)
      await visitor.get('hello', {})
      await visitor.get('email.start', { email })
      await post(custody.address, '/link', { token: world.getMail(email).token, approve: true, ip: '' })
      await visitor.get('email.device', {})
      expect(await visitor.get('email.verify', { code: world.getMail(email).code })).toEqual({ user })
    }
    const byPasskey = createVisitor({ addresses: [custody.address], now: world.now })
    await byPasskey.get('hello', {})
    const { options } = await byPasskey.get('passkey.start', { use: 'login' })
    const { user } = await byPasskey.get('passkey.finish', { use: 'login', response: answer(options) })
    expect(user).toEqual(passkeyUser)
    await custody.stop()
    // the audit log continues from where it was
    const audit = await run(['audit'], { url })
    expect([audit.code, JSON.parse(audit.out)]).toMatchObject([0, { last: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const again = await run(['restore', '--verify', backup], { url })
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('not empty') })
    expect(await run(['restore', backup])).toMatchObject({ code: 1, err: expect.stringContaining('not empty') })
  })

  test('error: is refused if it was modified, truncated or swapped, or with another key, and nothing is written', async () => {
    const lines = (await readFile(backup, 'utf8')).trimEnd().split('\n')
    const rowsOf = (table: string): readonly string[] => lines.filter((line) => line.startsWith(`{"table":"${table}"`))
    const [one = '', two = ''] = rowsOf('wallets').map((line) => JSON.parse(line).row.seed as string)
    const [entry = ''] = rowsOf('audit')
    const otherKek = join(world.folder, 'other-kek')
    await writeFile(otherKek, 'cd'.repeat(32), { mode: 0o600 })
    /** Adds the valid last line that an attacker who knows the format would write. */
    const close = (kept: readonly string[]): string => {
      const count = (table: string): number => kept.filter((line) => line.startsWith(`{"table":"${table}"`)).length
      const end = Object.fromEntries(Object.keys(readEnd(lines).end).map((table) => [table, count(table)]))
      const sha256 = createHash('sha256')
        .update(kept.map((line) => `${line}\n`).join(''))
        .digest('hex')
      return [...kept, JSON.stringify({ end, sha256 })].join('\n')
    }
    const whole = lines.slice(0, -1)
    const cases: readonly (readonly [string, string, string?])[] = [
      ['truncated', lines.slice(0, -1).join('\n')],
      ['rows do not match', lines.filter((line) => line !== rowsOf('devices')[0]).join('\n')],
      ['after its last line', [...lines, lines[1]].join('\n')],
      ['not a backup', lines.slice(1).join('\n')],
      ['is truncated', ''],
      ['cannot be read', [lines[0], 'x', ...lines.slice(1)].join('\n')],
      ['changed from outside', close(whole.map((line) => line.replace(one, two)))],
      ['a login and one wallet', close(whole.filter((line) => !line.includes(one)))],
      ['audit log', close(whole.filter((line) => line !== entry))],
      ['is not the one', lines.join('\n'), otherKek],
      ['no key-encryption key', lines.join('\n'), join(world.folder, 'nowhere')],
    ]
    const url = empty.urls['swapped'] ?? ''
    for (const [index, [reason, text, kek]] of cases.entries()) {
      const file = join(world.folder, `bad-${index}`)
      await writeFile(file, text)
      const ended = await run(['restore', '--verify', file], { url, ...(kek !== undefined && { kek }) })
      expect([ended.code, ended.out, ended.err]).toEqual([1, '', expect.stringContaining(reason)])
    }
    const database = openDatabase({ url, warn: () => undefined })
    expect(await database.query('SELECT relname FROM pg_stat_user_tables')).toEqual([])
    await database.close()
  }, 120_000)
})

describe('the commands', () => {
  test('error: print the usage if unknown or incomplete, and name a missing setting', async () => {
    for (const words of [['back-up'], ['backup'], ['restore', '--verify']])
      expect(await run(words)).toMatchObject({ code: 1, err: expect.stringContaining('custody backup <file>') })
    expect(await run(['audit'], { url: '' })).toMatchObject({ code: 1, err: 'DATABASE_URL is not set.\n' })
    expect(await runCustody(bundle.file, { words: [], env: {} })).toMatchObject({
      code: 1,
      err: expect.stringContaining('CUSTODY_SOCKET'),
    })
  })

  test('error: audit reports an entry that was changed while the trigger was disabled', async () => {
    expect((await run(['audit'])).code).toBe(0)
    await world.database.inTransaction(async ({ query }) => {
      await query('ALTER TABLE audit DISABLE TRIGGER audit_append_only')
      await query("UPDATE audit SET entry = replace(entry, 'user', 'resu') WHERE seq = 3")
      await query('ALTER TABLE audit ENABLE TRIGGER audit_append_only')
    })
    expect(await run(['audit'])).toMatchObject({ code: 1, err: expect.stringContaining('Entry 3') })
  })
})
