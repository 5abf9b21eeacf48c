import { randomBytes } from 'node:crypto'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallReply, CustodyMethod } from '../protocol/custody.js'
import type { SignedStatement } from '../protocol/statement.js'
import { toThumbprint } from './devices/statement.js'
import { createVisitor, type Visitor } from './test/createVisitor.js'
import { post } from './test/post.js'
import { startWorld, type World } from './test/startWorld.js'

// An attacker in control of a site has its socket to custody, its files, its visitors' ids, and what they sent before.
// The victim logged in once, and takes no part.
let world: World
let victim: Visitor
let thief: Visitor
const email = 'victim@mail.example'
const origins = ['https://app.example', 'https://shop.example', 'https://vault.example']
/** Statements of the victim as they went through the site, some of them used. */
const seen: SignedStatement[] = []
let ids: { user: string; device: string; request: string; digest: string; address: string; challenge: string }

beforeAll(async () => {
  world = await startWorld({ processes: 2 })
  victim = world.createVisitor()
  // a browser that keeps its key, as most do
  await victim.get('hello', { keepsKey: true })
  await world.logIn(victim, email)
  const { accounts } = await victim.get('user.get', {})
  const address = accounts[0]?.address ?? ''
  const params = [toHex('harmless'), address]
  const asked = await victim.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
  for (const method of ['hello', 'user.get', 'devices.list'] as const) {
    const signed = victim.sign({ method, params: {} })
    await victim.send(signed)
    seen.push(signed)
  }
  const [row] = await world.database.query<{ user_id: string; device_id: string }>(
    'SELECT user_id, device_id FROM sessions',
  )
  const [challenge] = await world.database.query<{ id: string }>('SELECT id FROM challenges')
  ids = {
    user: row?.user_id ?? '',
    device: row?.device_id ?? '',
    request: asked.id,
    digest: asked.digest,
    address,
    challenge: challenge?.id ?? '',
  }
  thief = world.createVisitor()
  await thief.get('hello', {})
})
afterAll(() => world?.stop())

const codeOf = (reply: CallReply): string => reply.error?.code ?? 'none'
const ask = async (visitor: Visitor, method: CustodyMethod, params: unknown): Promise<string> =>
  codeOf(await visitor.send(visitor.sign({ method, params })))
/** Sends a statement with any other fields that a site can set. */
const send = (signed: SignedStatement, more: Readonly<Record<string, unknown>> = {}): Promise<CallReply> =>
  post(world.custodies[1]?.address ?? '', '/call', {
    ...signed,
    ip: '192.0.2.7',
    userAgent: '',
    ...more,
  }) as Promise<CallReply>

const everything: readonly (readonly [CustodyMethod, unknown])[] = [
  ['user.get', {}],
  ['devices.list', {}],
  ['account.get', {}],
  ['account.code', { purpose: 'export' }],
  ['account.export', { code: '123456', key: { x: 'A'.repeat(43), y: 'A'.repeat(43) } }],
  ['recovery.print', { code: '123456' }],
  ['recovery.cancel', {}],
  ['seal.add', { code: '123456', factor: { kind: 'code', value: 'A'.repeat(43) } }],
  ['seal.unlock', { value: 'A'.repeat(43) }],
  ['seal.remove', { code: '123456' }],
  ['update.start', { email: 'thief@mail.example' }],
  ['update.primary', { code: '123456' }],
  ['update.secondary', { code: '123456' }],
  ['email.verify', { code: '123456' }],
]

describe('an attacker in control of a site, against an inactive victim [C1]', () => {
  test('cannot sign, export, read or change anything as a device of their own, from any page', async () => {
    for (const origin of origins) {
      const own = world.createVisitor({ origin })
      await own.get('hello', {})
      for (const [method, params] of everything)
        expect(['NO_SESSION', 'NO_CHALLENGE', 'NOT_HERE']).toContain(await ask(own, method, params))
      const request = { method: 'personal_sign', params: [toHex('mine'), ids.address], chain: 'eip155:1' }
      expect(['NO_SESSION', 'NOT_HERE']).toContain(await ask(own, 'request.prepare', request))
      const { request: id, digest } = ids
      for (const method of ['request.sign', 'request.reject'] as const)
        expect(['NO_SESSION', 'NOT_HERE']).toContain(
          await ask(own, method, method === 'request.sign' ? { id, digest } : { id }),
        )
      expect(['NO_SESSION']).toContain(await ask(own, 'devices.revoke', { id: ids.device }))
    }
  })

  test('cannot replay what went through the site, change it to another call, or send it later', async () => {
    for (const signed of seen) expect(codeOf(await send(signed))).toBe('BAD_STATEMENT')
    for (const { statement, signature } of seen)
      for (const change of [
        { method: 'request.sign', params: { id: ids.request, digest: ids.digest } },
        { jti: randomBytes(16).toString('hex') },
        { iat: world.now() + 1 },
        { origin: 'https://shop.example' },
        { key: thief.key },
      ]) {
        const changed = JSON.stringify({ ...JSON.parse(statement), ...change })
        expect(codeOf(await send({ statement: changed, signature }))).toBe('BAD_STATEMENT')
      }
    // signed by the thief's own key, in the name of the victim's
    const named = thief.sign({ key: victim.key, method: 'user.get' })
    expect(codeOf(await send(named))).toBe('BAD_STATEMENT')
    const kept = victim.sign({ method: 'user.get', params: {} })
    world.move(301_000)
    expect(codeOf(await send(kept))).toBe('STALE_STATEMENT')
    world.move(-301_000)
  })

  test('cannot enroll a key on the victim’s device by its id, its key or a guessed cookie', async () => {
    for (const credential of [
      '',
      ids.device,
      ids.user,
      'A'.repeat(43),
      victim.key.x,
      randomBytes(32).toString('base64url'),
    ]) {
      const own = createVisitor({
        addresses: world.custodies.map(({ address }) => address),
        now: world.now,
        credential,
      })
      await own.get('hello', {})
      expect(await ask(own, 'user.get', {})).toBe('NO_SESSION')
      expect(await ask(own, 'hello', { resumeToken: `${ids.device}.0.${'A'.repeat(43)}` })).toBe('none')
      expect(await ask(own, 'user.get', {})).toBe('NO_SESSION')
    }
    const keys = await world.database.query('SELECT 1 FROM device_keys WHERE device_id = $1', [ids.device])
    expect(keys).toHaveLength(1)
  })

  test('gets no session with the stolen cookie of a browser that keeps its key', async () => {
    const stolen = world.createVisitor({ credential: victim.getCredential() })
    for (const params of [{}, { keepsKey: true as const }]) {
      expect(await stolen.get('hello', params)).toMatchObject({ hasCredential: true, isConnected: false })
      for (const [method, given] of everything)
        expect(['NO_SESSION', 'NO_CHALLENGE', 'NOT_HERE']).toContain(await ask(stolen, method, given))
      expect(await ask(stolen, 'request.sign', { id: ids.request, digest: ids.digest })).toBe('NO_SESSION')
    }
    // writing to the database does not lift that either
    await world.database.query('UPDATE sessions SET thumbprint = NULL')
    expect(await ask(stolen, 'user.get', {})).toBe('INTERNAL')
    await world.database.query(
      'UPDATE sessions SET thumbprint = (SELECT thumbprint FROM device_keys WHERE device_id = $1 AND is_kept AND thumbprint <> $2)',
      [ids.device, toThumbprint(stolen.key)],
    )
    await victim.get('user.get', {})
  })

  test('cannot log in as the victim: links and codes go to the mailbox alone, and no response has them', async () => {
    const mails = world.mailbox.getMails(email).length
    const reply = await thief.ask('email.start', { email })
    const { token } = world.getMail(email)
    expect(world.mailbox.getMails(email)).toHaveLength(mails + 1)
    expect(JSON.stringify(reply)).not.toContain(token)
    for (let guess = 0; guess < 12; guess++)
      expect(['NO_CHALLENGE', 'CODE_SPENT']).toContain(
        await ask(thief, 'email.verify', { code: String(guess).padStart(6, '0') }),
      )
    for (const guess of [ids.challenge, ids.device, randomBytes(32).toString('base64url')])
      for (const path of ['/link', '/notice']) {
        const body = { token: guess, ip: '192.0.2.7', ...(path === '/link' ? { approve: true } : { act: true }) }
        expect(await post(world.custodies[0]?.address ?? '', path, body)).toEqual({ status: 'gone' })
      }
    for (let guess = 0; guess < 5; guess++) {
      const printed = `0000-0000-0000-0000-0000-0000-000${guess}`
      const own = world.createVisitor({ origin: 'https://vault.example' })
      await own.get('hello', {})
      expect(['CODE_WRONG', 'TOO_MANY']).toContain(
        await ask(own, 'recovery.start', { printed, email: 'thief@mail.example' }),
      )
    }
  })

  test('finds no other endpoint: custody rejects all but the calls of a site', async () => {
    const address = world.custodies[0]?.address ?? ''
    for (const path of ['/', '/backup', '/keys', '/rotate', '/call/../keys', '/user', '/export', '/social?x', '//call'])
      expect(await post(address, path, {})).toHaveProperty('error')
    for (const body of [
      null,
      [],
      'x',
      { statement: {} },
      { statement: '{}', signature: '', ip: '', userAgent: '', user: ids.user },
    ])
      expect(await post(address, '/call', body)).toHaveProperty('error')
  })

  test('has changed nothing for the victim by any of these attempts', async () => {
    const { devices } = await victim.get('devices.list', {})
    expect(devices).toHaveLength(1)
    expect(await victim.get('user.get', {})).toMatchObject({ email, accounts: [{ address: ids.address }, {}] })
    expect(await ask(victim, 'request.sign', { id: ids.request, digest: ids.digest })).toBe('none')
    const events = await world.database.query<{ event: string }>(
      "SELECT event FROM audit WHERE event IN ('export.done', 'update.done', 'recovery.started', 'device.revoked')",
    )
    expect(events).toEqual([])
  })
})
