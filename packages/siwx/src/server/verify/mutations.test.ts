import type { SiwxMessageFields } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import type { SignInBody } from '../../../test/createTestBrowser.js'
import { createTestServer } from '../../../test/createTestServer.js'
import {
  createBitcoinAccount,
  createEvmAccount,
  createSolanaAccount,
  type TestAccount,
} from '../../../test/testAccounts.js'

const accounts = { eip155: createEvmAccount(), solana: createSolanaAccount(), bip122: createBitcoinAccount() }

type Mutation = readonly [name: string, field: string, change: (text: string) => string]

const line = (tag: string, value: string): Mutation['2'] => {
  const pattern = new RegExp(`^${tag}: .*$`, 'm')
  return (text) => text.replace(pattern, `${tag}: ${value}`)
}
const host = 'app.example.org:8443'
const domain =
  (value: string): Mutation['2'] =>
  (text) =>
    text.replace(`${host} wants`, `${value} wants`)

/** Changes of the text only: the submitted fields stay as requested. */
const mutations: readonly Mutation[] = [
  ...[
    'app.example.org',
    'app.example.org:443',
    'app.example.org:8444',
    'evil.example.org:8443',
    'APP.example.org:8443',
  ].map((value): Mutation => [`domain ${value}`, 'domain', domain(value)]),
  ...['user@app.example.org:8443', 'app.example.org:8443@evil.example', 'app.example.org:8443/path', ''].map(
    (value): Mutation => [`domain ${value || 'missing'}`, 'domain', domain(value)],
  ),
  ...['https', 'http', 'javascript'].map(
    (value): Mutation => [`scheme ${value}`, 'scheme', domain(`${value}://${host}`)],
  ),
  ...[
    'http://app.example.org:8443/members',
    'https://app.example.org/members',
    'https://app.example.org:8444/members',
    'https://user:password@app.example.org:8443/members',
    'https://app.example.org:8443/',
    'https://evil.example/members',
    'javascript:alert(1)',
    'members',
    '',
  ].map((value): Mutation => [`uri ${value || 'empty'}`, 'uri', line('URI', value)]),
  ...['0', '2', '1.0', '01', ''].map((value): Mutation => [`version ${value}`, 'version', line('Version', value)]),
  ...['short', 'x'.repeat(24), '-'.repeat(24), '', 'a b'].map(
    (value): Mutation => [`nonce ${value}`, 'nonce', line('Nonce', value)],
  ),
  ...(['Issued At', 'Expiration Time'] as const).flatMap((tag) =>
    [
      '2030-01-01T00:00:00.001Z',
      '2029-12-31T00:00:00.000Z',
      '2030-02-30T00:00:00Z',
      '2031-01-01',
      'now',
      '1893456000',
      '',
    ].map(
      (value): Mutation => [`${tag} ${value}`, tag === 'Issued At' ? 'issuedAt' : 'expirationTime', line(tag, value)],
    ),
  ),
  ...['other', 'a b', ''].map((value): Mutation => [`request id ${value}`, 'requestId', line('Request ID', value)]),
  ['another statement', 'statement', (text) => text.replace('Sign in to the club.', 'Sign in to the bank.')],
  ['a second nonce', 'nonce', (text) => text.replace(/^(Nonce: .*)$/m, '$1\n$1')],
  ['a second URI', 'uri', (text) => text.replace(/^(URI: .*)$/m, '$1\n$1')],
  ['a second chain', 'chainId', (text) => text.replace(/^(Chain ID: .*)$/m, '$1\n$1')],
  ['a second expiration time', 'expirationTime', (text) => text.replace(/^(Expiration Time: .*)$/m, '$1\n$1')],
  ['no nonce', 'nonce', (text) => text.replace(/^Nonce: .*\n/m, '')],
  ['no expiration time', 'expirationTime', (text) => text.replace(/^Expiration Time: .*\n/m, '')],
  ['a notBefore', 'notBefore', (text) => text.replace(/^(Request ID)/m, 'Not Before: 2030-01-01T00:00:00.000Z\n$1')],
  ['resources', 'resources', (text) => `${text}\nResources:\n- https://evil.example/`],
  ['text at the end', 'message', (text) => `${text}\nand more`],
  ['a line feed at the end', 'message', (text) => `${text}\n`],
  ['no text', 'message', () => ''],
  ['Windows line endings', 'message', (text) => text.replaceAll('\n', '\r\n')],
  ['an additional empty line', 'uri', (text) => text.replace('\n\nURI', '\n\n\nURI')],
  ['no version', 'version', (text) => text.replace(/^Version: .*\n/m, '')],
  ['a long text', 'message', (text) => text + 'x'.repeat(40_000)],
]

const twoLines: Mutation['2'] = (text) => text.replace('the club.', 'the club.\nReally.')

const own: { readonly [namespace in keyof typeof accounts]: readonly Mutation[] } = {
  eip155: [
    ['a statement of two lines', 'statement', twoLines],
    ['another chain', 'chainId', line('Chain ID', '31338')],
    ['a chain in hex', 'chainId', line('Chain ID', '0x7a69')],
    ['another account', 'accountAddress', (text) => text.replace(accounts.eip155.address, createEvmAccount(1).address)],
    ['a short account', 'accountAddress', (text) => text.replace(accounts.eip155.address, '0x00')],
  ],
  // without a statement only one line is empty, so that line can't be a URI
  solana: [
    ['a statement of two lines', 'uri', twoLines],
    ['another chain', 'chainId', line('Chain ID', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')],
    ['a chain without its namespace', 'chainId', line('Chain ID', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')],
    [
      'another account',
      'accountAddress',
      (text) => text.replace(accounts.solana.address, createSolanaAccount(1).address),
    ],
  ],
  bip122: [
    ['a statement of two lines', 'uri', twoLines],
    ['another chain', 'chainId', line('Chain ID', 'bip122:000000000933ea01ad0ee984209779ba')],
    [
      'another account',
      'accountAddress',
      (text) => text.replace(accounts.bip122.address, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'),
    ],
  ],
}

const namespaces = Object.keys(accounts) as (keyof typeof accounts)[]

async function prepare(
  account: TestAccount,
): Promise<{ server: ReturnType<typeof createTestServer>; signIn: SignInBody }> {
  const server = createTestServer()
  return { server, signIn: await server.browser.prepare(account, { statement: 'Sign in to the club.' }) }
}

test('there are at least two hundred mutated texts', () => {
  const count = namespaces.reduce((sum, namespace) => sum + mutations.length + own[namespace].length, 0)
  expect(count).toBeGreaterThanOrEqual(200)
})

test.each(namespaces)(
  'rejects mutated texts signed by the account itself, and names the field: %s',
  async (namespace) => {
    const account = accounts[namespace]
    const { server } = await prepare(account)
    const [seen, wanted]: [unknown[], unknown[]] = [[], []]
    for (const [title, field, change] of [...mutations, ...own[namespace]]) {
      const { data, message } = await server.browser.prepare(account, { statement: 'Sign in to the club.' })
      const mutated = change(message)
      expect(mutated, title).not.toBe(message)
      const body = { data, message: mutated, signature: await account.sign(mutated) }
      const reply = await server.browser.send('verify', body)
      const { field: named, error } = (await reply.json()) as { field: string; error: string }
      seen.push([title, reply.status, error, named])
      wanted.push([title, 401, 'MESSAGE_REFUSED', field])
      // nothing is stored, and the requested nonce is still valid
      expect(await server.browser.list(), title).toEqual([])
      const good = await server.browser.send('verify', { data, message, signature: await account.sign(message) })
      expect(good.status, title).toBe(200)
      await server.browser.send('sign-out', {})
    }
    expect(seen).toEqual(wanted)
    expect(server.warnings).toEqual([])
  },
)

describe('the data sent with the text', () => {
  const fields = {
    domain: 'app.example.org',
    uri: 'https://app.example.org:8443/other',
    version: '2',
    nonce: 'x'.repeat(24),
    issuedAt: '2029-12-31T00:00:00.000Z',
    expirationTime: '2040-01-01T00:00:00.000Z',
    requestId: 'other',
    notBefore: '2029-01-01T00:00:00.000Z',
    statement: 'Sign in to the bank.',
    chainId: 'eip155:31338',
    accountAddress: createEvmAccount(1).address,
  }
  test.each(Object.entries(fields))('is rejected if its %s differs, and the field is named', async (field, value) => {
    const { server, signIn } = await prepare(accounts.eip155)
    const data = { ...signIn.data, [field]: value } as SiwxMessageFields
    const reply = await server.browser.send('verify', { ...signIn, data })
    expect([reply.status, await reply.json()]).toMatchObject([401, { field }])
    expect((await server.browser.send('verify', signIn)).status).toBe(200)
  })

  test.each([
    ['nothing', {}, 'message'],
    ['no data', { message: 'm', signature: 's' }, 'data'],
    ['a list', { message: 'm', signature: 's', data: [] }, 'data'],
    ['a number for a text', { message: 1, signature: 's', data: {} }, 'message'],
    ['a number for a signature', { message: 'm', signature: 1, data: {} }, 'signature'],
  ])('is rejected, and the invalid field is named: %s', async (_, body, field) => {
    const reply = await createTestServer().browser.send('verify', body)
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'BAD_REQUEST', field }])
  })
})

describe('times', () => {
  test('a nonce expires after ten minutes', async () => {
    const { server, signIn } = await prepare(accounts.solana)
    server.wait(600_000)
    const reply = await server.browser.send('verify', signIn)
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'NONCE_REFUSED', field: 'nonce' }])
  })

  test('a message with a later notBefore is rejected until then', async () => {
    const { browser, wait } = createTestServer()
    const signIn = await browser.prepare(accounts.eip155, { notBefore: '2030-01-01T00:05:00.000Z' })
    const early = await browser.send('verify', signIn)
    expect([early.status, await early.json()]).toMatchObject([401, { field: 'notBefore' }])
    wait(300_000)
    expect((await browser.send('verify', signIn)).status).toBe(200)
  })
})
