import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileClock } from '../clock/clock.js'
import { defaultEmailLimits } from './limits/emailLimits.js'
import { readEnvironment } from './readEnvironment.js'

let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-environment-'))
  const projects = join(folder, 'projects.json')
  await writeFile(projects, JSON.stringify({ demo: { name: 'Demo', origins: ['https://app.example'] } }))
  environment = {
    CUSTODY_SOCKET: '/run/custody.sock',
    DATABASE_URL: 'postgres://127.0.0.1/vault',
    VAULT_KEK_FILE: '/etc/kek',
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'a@b.co',
    PUBLIC_URL: 'https://vault.example',
    VAULT_PROJECTS_FILE: projects,
  }
})
afterAll(() => rm(folder, { recursive: true }))

test('reads all options', async () => {
  expect(await readEnvironment(environment)).toEqual({
    listen: { socket: '/run/custody.sock' },
    databaseUrl: 'postgres://127.0.0.1/vault',
    databasePool: 10,
    migrates: true,
    // the documented defaults are those of the program
    emailLimits: defaultEmailLimits,
    stopPause: 2_000,
    stopTimeout: 25_000,
    kekFile: '/etc/kek',
    createsKek: false,
    smtpUrl: 'smtp://127.0.0.1',
    mailFrom: 'a@b.co',
    allowsPrivateWebhooks: false,
    logLevel: 'info',
    logsRequests: true,
    publicUrl: 'https://vault.example',
    projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example'] }]]),
  })
  const more = { CUSTODY_SOCKET: '', CUSTODY_PORT: '0', VAULT_KEK_CREATE: '1', CLOCK_FILE: join(folder, 'clock') }
  const stop = { DATABASE_POOL: '4', DRAIN_SECONDS: '0', STOP_SECONDS: '7' }
  const options = await readEnvironment({ ...environment, ...more, ...stop })
  expect(options).toMatchObject({ listen: { port: 0 }, createsKek: true, now: expect.any(Function) })
  expect(options).toMatchObject({ databasePool: 4, stopPause: 0, stopTimeout: 7_000 })
})

test('error: names a missing or invalid variable or its value', async () => {
  const { VAULT_PROJECTS_FILE: _, ...required } = environment
  for (const name of Object.keys(required))
    await expect(readEnvironment({ ...environment, [name]: ' ' })).rejects.toThrow(name)
  for (const [name, value] of [
    ['CUSTODY_PORT', 'x'],
    ['PUBLIC_URL', 'vault'],
    ['VAULT_PROJECTS_FILE', '/nowhere'],
  ] as const)
    await expect(readEnvironment({ ...environment, [name]: value })).rejects.toThrow(value)
})

test('error: lists all problems at once, without secrets', async () => {
  const failure = await readEnvironment({
    ...environment,
    CUSTODY_SOCKET: '',
    DATABASE_URL: 'mysql://vault:hunter2@db/vault',
    SMTP_URL: 'mail:hunter2@host',
    VAULT_KEK_FILE: '',
    VAULT_PROJECTS_FILE: '/nowhere',
    OPERATOR_APPROVALS: 'pause,fly',
    EMAILS_PER_MAILBOXES: '1/s',
    PHISHING_LIST_FILE: '/missing',
    AUDIT_SINK_TOKEN: 'hunter2',
    // variables of another program, and of one that stores the key
    PORT: '1',
    VAULT_ADDR: 'https://hashicorp.example',
  }).catch((cause: unknown) => cause)
  expect((failure as Error).message).not.toContain('hunter2')
  expect((failure as { problems: unknown }).problems).toEqual([
    'DATABASE_URL must be a URL such as postgres://user:password@host:port/name.',
    'SMTP_URL must be a URL such as smtps://user:password@host.',
    'Unknown variable EMAILS_PER_MAILBOXES. Did you mean EMAILS_PER_MAILBOX?',
    'Set CUSTODY_SOCKET or CUSTODY_PORT.',
    'Set VAULT_KEK_FILE or VAULT_KEK_COMMAND.',
    expect.stringContaining('/nowhere is not a list of projects'),
    expect.stringContaining('/missing'),
    'AUDIT_SINK_TOKEN is set, but AUDIT_SINK_URL is not.',
    expect.stringContaining('OPERATOR_APPROVALS has no action'),
  ])
})

test('reads the login providers besides email', async () => {
  const file = join(folder, 'providers.json')
  await writeFile(file, JSON.stringify({ google: { clientId: 'app' } }))
  const farcaster = { FARCASTER_RELAY_URL: 'https://relay.farcaster.xyz', FARCASTER_RPC_URL: 'http://127.0.0.1:8545' }
  const options = await readEnvironment({ ...environment, SOCIAL_PROVIDERS_FILE: file, ...farcaster })
  expect([...(options.providers?.keys() ?? [])]).toEqual(['google'])
  expect(options.farcaster).toEqual({ relayUrl: 'https://relay.farcaster.xyz', rpcUrl: 'http://127.0.0.1:8545' })
  for (const [more, reason] of [
    [{ SOCIAL_PROVIDERS_FILE: '/nowhere' }, '/nowhere'],
    [{ ...farcaster, FARCASTER_RPC_URL: '' }, 'FARCASTER_RPC_URL'],
    [{ ...farcaster, FARCASTER_RELAY_URL: 'http://relay.farcaster.xyz' }, 'FARCASTER_RELAY_URL must be an https URL'],
    [{ ...farcaster, FARCASTER_RPC_URL: 'node' }, 'FARCASTER_RPC_URL must be an https URL'],
  ] as const)
    await expect(readEnvironment({ ...environment, ...more })).rejects.toThrow(reason)
})

test('reads the email limits, and names invalid ones', async () => {
  const options = await readEnvironment({
    ...environment,
    EMAILS_PER_SOURCE: '50/h',
    EMAILS_PER_MAILBOX: ' 1/30s,20/d ',
  })
  expect(options.emailLimits).toEqual({
    ...defaultEmailLimits,
    source: [{ max: 50, within: 3_600_000 }],
    mailbox: [
      { max: 1, within: 30_000 },
      { max: 20, within: 86_400_000 },
    ],
  })
  for (const name of ['MAILBOX', 'SOURCE_AND_MAILBOX', 'KNOWN_DEVICE', 'SOURCE'])
    for (const value of ['many', '0/h', '5/0h', '5', '5/h,', '5/w', '5/8d', '-1/h'])
      await expect(readEnvironment({ ...environment, [`EMAILS_PER_${name}`]: value })).rejects.toThrow(
        `EMAILS_PER_${name} must be a list of limits`,
      )
})

test('reads the policies of projects and the phishing list', async () => {
  const list = join(folder, 'list.json')
  const policy = { assets: { 'eip155:1': { native: { decimals: 18, dailyLimit: '7' } } } }
  const projects = join(folder, 'limited.json')
  await writeFile(projects, JSON.stringify({ app: { name: 'App', origins: ['https://app.example'], policy } }))
  await writeFile(list, '{"blacklist":["bad.example"]}')
  const options = await readEnvironment({ ...environment, VAULT_PROJECTS_FILE: projects, PHISHING_LIST_FILE: list })
  expect(options.projects?.get('app')?.policy?.assets.get('eip155:1/native')?.dailyLimit).toBe(7n * 10n ** 18n)
  expect(options.phishing?.has('https://bad.example')).toBe(true)
  await writeFile(list, '[]')
  await expect(readEnvironment({ ...environment, PHISHING_LIST_FILE: list })).rejects.toThrow(list)
})

test('createFileClock adds the offset that its file contains', async () => {
  const file = join(folder, 'clock')
  const now = createFileClock(file)
  expect(Math.abs(now() - Date.now())).toBeLessThan(1_000)
  await writeFile(file, '600000')
  expect(Math.abs(now() - Date.now() - 600_000)).toBeLessThan(1_000)
  await writeFile(file, 'nonsense')
  expect(Math.abs(now() - Date.now())).toBeLessThan(1_000)
  expect(() => createFileClock(folder)()).toThrow('EISDIR')
})
