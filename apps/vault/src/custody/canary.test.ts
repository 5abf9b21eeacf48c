import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { createLogger } from '@latchkey/server-kit/log'
import { readTracing } from '@latchkey/server-kit/trace'
import { base64 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBackup } from './backup/backupFile.js'
import { openKekFile, readKeks } from './keys/backends/kekFile.js'
import { openSecret } from './keys/host/keyHost.js'
import { openKeys } from './keys/openKeys.js'
import { startWorld, type World } from './test/startWorld.js'
import { findWallet } from './wallets/wallet.js'

let world: World
let collector: Listening
/** What operators see of custody: its log, and the spans that a collector gets. */
const lines: string[] = []
const spans: string[] = []
beforeAll(async () => {
  const { warn, logRequest } = createLogger({ level: 'debug', write: (line) => lines.push(line) })
  collector = await listen(
    createServer((request, response) => {
      void text(request).then((body) => {
        spans.push(body)
        response.end()
      })
    }),
    { port: 0, host: '127.0.0.1' },
  )
  const variables: Readonly<Record<string, string>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  const tracing = readTracing((name) => variables[name], { service: 'custody' })
  world = await startWorld({ ownServer: 'quick', metrics: { port: 0 }, tracing, record: logRequest, warn })
})
afterAll(async () => {
  await world?.stop()
  await collector?.stop()
})

async function readAll(folder: string): Promise<readonly (readonly [string, Buffer])[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => [file, await readFile(file)] as const))
}

test('no secret or email address is in the database, its files, a backup, the log, the spans or the metrics [C3]', async () => {
  const email = 'canary-of-the-coal-mine@mail.example'
  const visitor = world.createVisitor()
  await visitor.get('hello', {})
  await visitor.get('email.start', { email })
  const { token } = world.getMail(email)
  await world.press(token)
  await visitor.get('email.device', {})
  const { code } = world.getMail(email)
  await visitor.get('email.verify', { code })
  const { accounts } = await visitor.get('user.get', {})
  const params = [toHex('a harmless text'), accounts[0]?.address]
  const asked = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  const { result: signature } = await visitor.get('request.sign', { id: asked.id, digest: asked.digest })
  world.move(31_000)
  await visitor.get('update.start', { email: 'second-canary@mail.example' })
  const second = world.getMail(email).code
  // errors reveal no more either
  await visitor.ask('email.verify', { code: 'canary-code' })
  const metrics = await (await fetch(`${world.custodies[0]?.metricsUrl}/metrics`)).text()
  await world.mailbox.stop()
  const late = world.createVisitor()
  await late.get('hello', {})
  expect((await late.ask('email.start', { email: 'third-canary@mail.example' })).error?.code).toBe('MAIL_FAILED')

  const [kek] = (await readKeks(world.options.kekFile)) ?? []
  const { keys, instance } = await openKeys(world.database, {
    kek: openKekFile(world.options.kekFile),
    createsKek: false,
  })
  const [owner] = await world.database.query<{ user_id: string }>('SELECT user_id FROM wallets')
  const secrets: Record<string, string | Uint8Array> = {
    email,
    second: 'second-canary@mail.example',
    third: 'third-canary@mail.example',
    mailbox: 'canary-of-the-coal-mine',
    token,
    credential: visitor.getCredential() ?? '',
    kek: kek?.toString('hex') ?? '',
    'kek as bytes': kek ?? '',
    signature: String(signature).slice(2, 66),
    'wrong code': 'canary-code',
  }
  const wallet = await findWallet({ keys }, world.database, owner?.user_id ?? '')
  const work = (entropy: Uint8Array): void => {
    secrets['seed as bytes'] = Buffer.from(entropy)
    secrets['seed as hex'] = Buffer.from(entropy).toString('hex')
    secrets['seed as base64'] = base64.encode(entropy).slice(0, 20)
    secrets['seed as words'] = entropyToMnemonic(entropy, wordlist)
  }
  await openSecret({ keys, instance }, { wallet, locks: {} }, work)
  for (const value of Object.values(secrets)) expect(value.length).toBeGreaterThan(10)

  const backup = join(world.folder, 'canary-backup')
  await writeBackup(world.database, { file: backup, now: world.now })
  await world.database.query('CHECKPOINT').catch(() => undefined) // not every role may
  await expect.poll(() => spans.join('')).toContain('POST /call/request.sign')
  const places = [
    ...(await readAll(world.ownServer?.folder ?? '')),
    ['the backup', await readFile(backup)] as const,
    ['the log', Buffer.from(lines.join('\n'))] as const,
    ['the spans', Buffer.from(spans.join('\n'))] as const,
    ['the metrics', Buffer.from(metrics)] as const,
  ]
  const rows: string[] = []
  for (const { name } of await world.database.query<{ name: string }>(
    'SELECT relname AS name FROM pg_stat_user_tables',
  ))
    for (const { row } of await world.database.query<{ row: string }>(
      `SELECT to_jsonb(one)::text AS row FROM ${name} AS one`,
    ))
      rows.push(row)
  places.push(['the tables', Buffer.from(rows.join('\n'))])
  const found = places.flatMap(([place, bytes]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      bytes.includes(Buffer.from(secret as string)) ? [`${name} in ${place}`] : [],
    ),
  )
  expect(found).toEqual([])
  // proves that the search finds values
  expect(places.some(([, bytes]) => bytes.includes(asked.digest))).toBe(true)
  const said = lines.map((line) => JSON.parse(line) as { readonly path?: string; readonly level: string })
  expect(said.find(({ path }) => path === '/call/email.verify')).toMatchObject({ level: 'info', status: 200 })
  expect(said.find(({ level }) => level === 'error')).toMatchObject({
    message: expect.stringContaining('mail was not sent'),
  })
  for (const place of [...lines, ...spans, metrics])
    for (const digits of [code, second]) expect(place).not.toMatch(new RegExp(`(?<![\\d.])${digits}(?!\\d)`))
  // six digits occur anywhere by chance; a stored code would stand alone in quotes
  const texts = rows.join('\n')
  for (const digits of [code, second]) expect(texts).not.toMatch(new RegExp(`"${digits}"`))
  // each email contains its own secret, and its subject none
  const mails = world.mailbox.getMails(email)
  expect(mails.filter(({ text }) => text.includes(token))).toHaveLength(1)
  expect(mails.filter(({ text }) => text.includes(code))).toHaveLength(1)
  for (const { subject, text } of mails) {
    expect(`${subject}`).not.toMatch(new RegExp(`${code}|${second}|${token}`))
    expect(text).not.toContain('canary')
  }
})
