import { gzipSync } from 'node:zlib'
import type { SiwxSession } from '@latchkey/core'
import { RpcFailedError } from '@latchkey/core/plugin'
import { createTestClock } from '@latchkey/testing'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { createRig } from '../test/createRig.js'
import { createBitcoinSigner, createEvmSigner, createSolanaSigner, signWith } from '../test/signers.js'
import { recaps, signed } from '../test/wallets.js'
import { siwx } from './createSiwx.js'
import { parseMessageText, toMessageText } from './message/messageText.js'
import { createMemorySessions } from './sessions/createListSessions.js'
import type { SessionsSource } from './sessions/sessions.js'
import { unknownAddress } from './writeMessage.js'

const refused = (field: string): unknown => expect.objectContaining({ code: 'SIGN_IN_REFUSED', field })
const day = 86_400_000

test('is an auth plugin that uses no storage and no listeners at creation', () => {
  const rig = createRig()
  expect(siwx()).toMatchObject({ kind: 'auth', apiVersion: 1 })
  expect([rig.storage.entries.size, rig.page.listenerCount()]).toEqual([0, 0])
})

test('the entry chunk stays below 600 bytes (gzipped)', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./createSiwx.ts', import.meta.url).pathname],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    outdir: 'unused',
    external: ['@latchkey/core', '@latchkey/core/plugin'],
  })
  const first = outputFiles.find(({ path }) => path.endsWith('createSiwx.js'))
  expect(gzipSync(first?.text ?? '').length).toBeGreaterThan(100)
  expect(gzipSync(first?.text ?? '').length).toBeLessThan(600)
})

test('requires a sign-in and signs out on disconnect by default [S4.24]', () => {
  expect(createRig().siwx.getRequired?.()).toBe(true)
  expect(createRig({ options: { required: false } }).siwx.getRequired?.()).toBe(false)
  let isMember = false
  const { siwx } = createRig({ options: { required: () => isMember } })
  isMember = true
  expect(siwx.getRequired?.()).toBe(true)
  expect([
    siwx.signOutOnDisconnect,
    createRig({ options: { signOutOnDisconnect: false } }).siwx.signOutOnDisconnect,
  ]).toEqual([true, false])
})

test('creates a message for the page, with a nonce of 24 characters and an expiration after seven days', async () => {
  const { siwx, clock } = createRig({ options: { statement: 'Welcome.', resources: ['https://app.example/terms'] } })
  const signer = createEvmSigner()
  const [first, second] = [await signWith(siwx, signer), await signWith(siwx, signer)]
  expect(first.data).toEqual({
    domain: 'app.example',
    accountAddress: signer.address,
    statement: 'Welcome.',
    uri: 'https://app.example',
    version: '1',
    chainId: 'eip155:1',
    nonce: expect.stringMatching(/^[a-z0-9]{24}$/),
    issuedAt: new Date(clock.now()).toISOString(),
    expirationTime: new Date(clock.now() + 7 * day).toISOString(),
    resources: ['https://app.example/terms'],
  })
  expect(parseMessageText(first.message, 'eip155')).toEqual(first.data)
  expect(second.data.nonce).not.toBe(first.data.nonce)
})

test('takes domain, URI and expiration from the options, and notBefore from the request', async () => {
  const options = { domain: 'shop.example:444', uri: 'https://shop.example:444/in', expiration: 60 }
  const { siwx, clock } = createRig({ options, location: null })
  const request = {
    accountAddress: createEvmSigner().address,
    chainId: 'eip155:1',
    notBefore: '2023-11-14T22:13:00Z',
  } as const
  expect(await siwx.createMessage(request)).toMatchObject({
    domain: options.domain,
    uri: options.uri,
    notBefore: request.notBefore,
    expirationTime: new Date(clock.now() + 60_000).toISOString(),
  })
})

test('error: rejects with SIGN_IN_REFUSED without a domain, and for an invalid statement or namespace', async () => {
  const request = { accountAddress: createEvmSigner().address, chainId: 'eip155:1' } as const
  await expect(createRig({ location: null }).siwx.createMessage(request)).rejects.toEqual(refused('domain'))
  await expect(createRig({ options: { statement: 'Grüße' } }).siwx.createMessage(request)).rejects.toEqual(
    refused('statement'),
  )
  await expect(createRig().siwx.createMessage({ ...request, chainId: 'cosmos:hub' })).rejects.toEqual(
    refused('chainId'),
  )
})

test.each([
  ['eip155', createEvmSigner(), 'eip155:2'],
  ['solana', createSolanaSigner(), 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['bip122', createBitcoinSigner(), 'bip122:000000000019d6689c085ae165831e93'],
] as const)('signs in on %s once for every network of the namespace [S4.21]', async (_, signer, other) => {
  const { siwx } = createRig()
  expect(await siwx.getSessions(signer.chainId, signer.address)).toEqual([])
  const session = await signWith(siwx, signer)
  await siwx.addSession(session)
  const kept = [{ ...session, by: 'key' }]
  expect(await siwx.getSessions(signer.chainId, signer.address)).toEqual(kept)
  expect(await siwx.getSessions(other, signer.address)).toEqual(kept)
  expect(await siwx.getSessions(signer.chainId, createEvmSigner(2).address)).toEqual([])
  expect(await siwx.getSessions('cosmos:hub', signer.address)).toEqual([])
})

test('adds the checksum to an address that the wallet returned without it [EIP-55]', async () => {
  const { siwx } = createRig()
  const signer = createEvmSigner()
  const session = await signWith(siwx, { ...signer, address: signer.address.toLowerCase() })
  expect([session.data.accountAddress, session.message]).toEqual([
    signer.address,
    expect.stringContaining(`account:\n${signer.address}\n`),
  ])
  await siwx.addSession(session)
  expect(await siwx.getSessions('eip155:1', signer.address)).toHaveLength(1)
})

test('error: rejects a message of the page without the checksum, but accepts one of the wallet [EIP-55]', async () => {
  const { siwx } = createRig()
  const signer = createEvmSigner()
  const accountAddress = signer.address.toLowerCase()
  const sign = async (): Promise<SiwxSession> => {
    const { toString: _, ...fields } = await siwx.createMessage({ accountAddress: '', chainId: 'eip155:1' })
    const data = { ...fields, accountAddress }
    const message = toMessageText(data)
    return { data, message, signature: await signer.sign(message) }
  }
  await expect(siwx.addSession(await sign())).rejects.toEqual(refused('signature'))
  const { data, message, signature } = await sign()
  const { domain, uri: aud, version, nonce, issuedAt: iat = '', expirationTime: exp } = data
  const p = { iss: `did:pkh:eip155:1:${accountAddress}`, aud, domain, version, nonce, iat, exp }
  await siwx.addSession({
    data,
    message,
    signature,
    cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } },
  })
  expect(await siwx.getSessions('eip155:1', signer.address)).toHaveLength(1)
})

test('stays signed in after a reload until the session expires', async () => {
  const clock = createTestClock()
  const rig = createRig({ clock })
  const signer = createEvmSigner()
  await rig.siwx.addSession(await signWith(rig.siwx, signer))
  const { siwx } = createRig({ storage: rig.storage, clock })
  await clock.advance(7 * day - 1)
  expect(await siwx.getSessions('eip155:1', signer.address.toLowerCase())).toHaveLength(1)
  await clock.advance(1)
  expect(await siwx.getSessions('eip155:1', signer.address)).toEqual([])
})

test('accepts a nonce that is used 20 times at once exactly once [T15]', async () => {
  const { siwx } = createRig()
  const session = await signWith(siwx, createEvmSigner())
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => siwx.addSession(session)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(refused('nonce'))
  expect(await siwx.getSessions('eip155:1', session.data.accountAddress)).toHaveLength(1)
})

test('accepts a stored session again without a new check of its nonce', async () => {
  const { siwx } = createRig()
  const session = await signWith(siwx, createEvmSigner())
  await siwx.addSession(session)
  await siwx.addSession(session)
  expect(await siwx.getSessions('eip155:1', session.data.accountAddress)).toHaveLength(1)
})

test.each([
  ['nonce', (session: SiwxSession) => ({ ...session, data: { ...session.data, nonce: 'k3J9sPq02LmZx8Vb' } })],
  [
    'domain',
    (session: SiwxSession) => ({ ...session, message: session.message.replace('app.example', 'evil.example') }),
  ],
  ['uri', (session: SiwxSession) => ({ ...session, message: session.message.replace('URI: https', 'URI: http') })],
  ['chainId', (session: SiwxSession) => ({ ...session, message: session.message.replace('ID: 1', 'ID: 2') })],
  ['statement', (session: SiwxSession) => ({ ...session, message: session.message.replace('\n\n\n', '\n\nHi.\n\n') })],
  ['message', (session: SiwxSession) => ({ ...session, message: `${session.message}\nmore` })],
  ['signature', (session: SiwxSession) => ({ ...session, cacao: signed.cacao })],
] as const)('error: rejects with SIGN_IN_REFUSED and the field %s, and uses up the nonce', async (field, change) => {
  const { siwx } = createRig()
  const session = await signWith(siwx, createEvmSigner())
  await expect(siwx.addSession(change(session))).rejects.toEqual(refused(field))
  if (field !== 'nonce') await expect(siwx.addSession(session)).rejects.toEqual(refused('nonce'))
  expect(await siwx.getSessions('eip155:1', session.data.accountAddress)).toEqual([])
})

test.each([
  ['solana', createSolanaSigner(), createSolanaSigner(2)],
  ['eip155', createEvmSigner(), { ...createEvmSigner(2), sign: async () => '0x' }],
])('error: rejects with SIGN_IN_REFUSED for the signature of another account on %s', async (_, signer, other) => {
  const { siwx } = createRig()
  const session = await signWith(siwx, signer)
  const forged = { ...session, signature: await other.sign(session.message) }
  await expect(siwx.addSession(forged)).rejects.toEqual(refused('signature'))
  expect(await siwx.getSessions(signer.chainId, signer.address)).toEqual([])
})

test('rejects a message after one hour', async () => {
  const { siwx, clock } = createRig()
  const session = await signWith(siwx, createEvmSigner())
  await clock.advance(3_600_000)
  await expect(siwx.addSession(session)).rejects.toEqual(refused('nonce'))
})

test('rejects a message from before a reload, as its nonce belongs to another visit', async () => {
  const rig = createRig()
  const session = await signWith(rig.siwx, createEvmSigner())
  await expect(createRig({ storage: rig.storage }).siwx.addSession(session)).rejects.toEqual(refused('nonce'))
})

test('accepts nothing while no RPC node responds, and the same signature afterwards [B13]', async () => {
  let isDown = true
  const rig = createRig({
    verify: async () => {
      if (isDown) throw new RpcFailedError({ details: 'no node' })
      return { isValid: true, by: 'contract' }
    },
  })
  const session = await signWith(rig.siwx, createEvmSigner())
  for (let count = 0; count < 3; count++)
    await expect(rig.siwx.addSession(session)).rejects.toMatchObject({ code: 'RPC_FAILED' })
  expect(await rig.siwx.getSessions('eip155:1', session.data.accountAddress)).toEqual([])
  isDown = false
  await rig.siwx.addSession(session)
  expect(await rig.siwx.getSessions('eip155:1', session.data.accountAddress)).toHaveLength(1)
})

test('the adapter fails closed if a contract’s signature cannot be checked without an RPC node', async () => {
  const { siwx } = createRig({ fetch: async () => new Response('', { status: 403 }) })
  const session = await signWith(siwx, createEvmSigner())
  const forged = { ...session, signature: await createEvmSigner(2).sign(session.message) }
  const adding = siwx.addSession(forged)
  await expect(adding).rejects.toMatchObject({ code: expect.not.stringMatching('SIGN_IN_REFUSED') })
  expect(await siwx.getSessions('eip155:1', session.data.accountAddress)).toEqual([])
})

test('error: rejects with TIMED_OUT if a check never ends, and aborts its signal', async () => {
  let signal: AbortSignal | undefined
  const rig = createRig({
    verify: (claim) => {
      signal = claim.signal
      return new Promise(() => undefined)
    },
  })
  const session = await signWith(rig.siwx, createEvmSigner())
  const adding = expect(rig.siwx.addSession(session)).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await until(() => signal)
  await rig.clock.advance(30_000)
  await adding
  expect(signal?.aborted).toBe(true)
})

test('error: rejects with FEATURE_NOT_SUPPORTED if there is no verifier', async () => {
  const { siwx } = createRig({ verify: null })
  const session = await signWith(siwx, createEvmSigner())
  await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  expect(await siwx.getSessions('eip155:1', session.data.accountAddress)).toEqual([])
})

test('error: rejects with SIGN_IN_REFUSED on a network that the modal does not have', async () => {
  const { siwx } = createRig()
  const session = await signWith(siwx, { ...createEvmSigner(), chainId: 'eip155:999' })
  await expect(siwx.addSession(session)).rejects.toEqual(refused('chainId'))
})

test('a contract’s session is valid on its own network only', async () => {
  const { siwx } = createRig({ verify: async () => ({ isValid: true, by: 'contract' }) })
  const session = await signWith(siwx, createEvmSigner())
  await siwx.addSession(session)
  const { accountAddress } = session.data
  expect(await siwx.getSessions('eip155:1', accountAddress)).toHaveLength(1)
  expect(await siwx.getSessions('eip155:2', accountAddress)).toEqual([])
})

test.each<[string, SessionsSource | undefined]>([
  ['localStorage', undefined],
  ['memory', createMemorySessions()],
  [
    'a store of the app without deleteAccount',
    (context) => {
      const { deleteAccount: _, ...own } = createMemorySessions()(context)
      return own
    },
  ],
])('signs out a contract account on all networks, and no other account, with sessions in %s', async (_, sessions) => {
  const { siwx } = createRig({ options: { sessions }, verify: async () => ({ isValid: true, by: 'contract' }) })
  const [one, two] = [createEvmSigner(1), createEvmSigner(2)]
  const chainIds = ['eip155:1', 'eip155:2'] as const
  for (const signer of [one, two])
    for (const chainId of chainIds) await siwx.addSession(await signWith(siwx, { ...signer, chainId }))
  await siwx.revokeAccount?.('eip155', one.address)
  for (const chainId of chainIds) {
    expect(await siwx.getSessions(chainId, one.address)).toEqual([])
    expect(await siwx.getSessions(chainId, two.address)).toHaveLength(1)
  }
})

test('signs out on every network for which the session is valid, and no other account', async () => {
  const { siwx } = createRig()
  const [one, two] = [createEvmSigner(1), createEvmSigner(2)]
  for (const signer of [one, two]) await siwx.addSession(await signWith(siwx, signer))
  await siwx.revokeSession('eip155:2', one.address)
  expect(await siwx.getSessions('eip155:1', one.address)).toEqual([])
  expect(await siwx.getSessions('eip155:1', two.address)).toHaveLength(1)
})

test('setSessions keeps stored sessions, checks new ones, and signs out if the list is empty', async () => {
  const { siwx } = createRig()
  const [one, two] = [createEvmSigner(1), createSolanaSigner()]
  const first = await signWith(siwx, one)
  await siwx.addSession(first)
  const second = await signWith(siwx, two)
  await siwx.setSessions([first, second])
  expect(await siwx.getSessions('eip155:1', one.address)).toHaveLength(1)
  expect(await siwx.getSessions(two.chainId, two.address)).toHaveLength(1)
  await expect(siwx.setSessions([{ ...first, signature: '0x00' }])).rejects.toEqual(refused('nonce'))
  expect(await siwx.getSessions(two.chainId, two.address)).toHaveLength(1)
  await siwx.setSessions([])
  expect(await siwx.getSessions('eip155:1', one.address)).toEqual([])
})

test('reports changes of other tabs until unsubscribed or until the modal ends', async () => {
  const rig = createRig()
  await rig.siwx.getSessions('eip155:1', createEvmSigner().address)
  let told = 0
  const stop = rig.siwx.onChange?.(() => told++)
  await until(() => rig.page.listenerCount() > 0)
  rig.changeElsewhere('latchkey/siwx')
  rig.changeElsewhere(null)
  rig.changeElsewhere('other')
  expect(told).toBe(2)
  stop?.()
  expect(rig.page.listenerCount()).toBe(0)
  rig.siwx.onChange?.(() => told++)
  await until(() => rig.page.listenerCount() > 0)
  rig.end()
  expect(rig.page.listenerCount()).toBe(0)
})

test('error: rejects with INVALID_OPTIONS if both server and sessions are set', async () => {
  const { siwx } = createRig({ options: { server: '/siwx', sessions: createMemorySessions() } })
  await expect(siwx.getSessions('eip155:1', '0x')).rejects.toMatchObject({ code: 'INVALID_OPTIONS' })
})

async function until(run: () => unknown): Promise<void> {
  for (let turn = 0; turn < 500 && !run(); turn++) await new Promise((resolve) => setTimeout(resolve, 2))
}

test('accepts one nonce for each network of a wallet that signs while connecting [S4.24]', async () => {
  const { siwx } = createRig()
  const signer = createEvmSigner()
  const made = await siwx.createMessage({ accountAddress: unknownAddress, chainId: 'eip155:1' })
  expect(made.toString()).toContain(`account:\n${unknownAddress}\n`)
  const { toString: _, ...fields } = made
  const sign = async (chainId: 'eip155:1' | 'eip155:2', by = signer): Promise<SiwxSession> => {
    const data = { ...fields, accountAddress: by.address, chainId }
    const message = toMessageText(data)
    return { data, message, signature: await by.sign(message) }
  }
  const other = await sign('eip155:2', createEvmSigner(2))
  await siwx.setSessions([await sign('eip155:1'), await sign('eip155:2')])
  expect(await siwx.getSessions('eip155:2', signer.address)).toHaveLength(2)
  await expect(siwx.addSession(other)).rejects.toEqual(refused('nonce'))
  const solana = { ...other, data: { ...other.data, chainId: createSolanaSigner().chainId } }
  await expect(siwx.addSession(solana)).rejects.toEqual(refused('nonce'))
})

test('accepts the CACAO of such a wallet, including its ReCap [S3.17]', async () => {
  const { siwx } = createRig({ options: { statement: 'Welcome.' } })
  const signer = createEvmSigner()
  const { toString: _, ...data } = await siwx.createMessage({ accountAddress: '', chainId: 'eip155:1' })
  const fields = { ...data, accountAddress: signer.address }
  const p = {
    iss: `did:pkh:eip155:1:${signer.address}`,
    aud: fields.uri,
    domain: fields.domain,
    version: '1',
    nonce: fields.nonce,
    iat: fields.issuedAt ?? '',
    exp: fields.expirationTime,
    statement: 'Welcome.',
    resources: [recaps.resource],
  }
  const message = toMessageText({ ...fields, statement: `Welcome. ${recaps.words}`, resources: [recaps.resource] })
  const signature = await signer.sign(message)
  const session = {
    data: fields,
    message,
    signature,
    cacao: { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } },
  } as const
  await siwx.addSession(session)
  expect(await siwx.getSessions('eip155:2', signer.address)).toEqual([
    { ...session, data: parseMessageText(message, 'eip155'), by: 'key' },
  ])
})
