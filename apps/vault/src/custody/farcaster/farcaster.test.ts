import {
  type RpcProxy,
  type RunningAnvil,
  type RunningFarcaster,
  startAnvil,
  startFarcaster,
  startRpcProxy,
} from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../protocol/custody.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let anvil: RunningAnvil
let farcaster: RunningFarcaster
let node: RpcProxy
let world: World
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 10 })
  farcaster = await startFarcaster({ rpcUrl: anvil.url })
  node = await startRpcProxy({ rpcUrl: anvil.url })
  world = await startWorld({ processes: 2, farcaster: { relayUrl: farcaster.url, rpcUrl: node.url } })
})
afterAll(async () => {
  await world?.stop()
  await node?.stop()
  await farcaster?.stop()
  await anvil?.stop()
})

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

async function enter(visitor: Visitor, options: Parameters<RunningFarcaster['scan']>[1]): Promise<User> {
  await visitor.get('hello', {})
  const { url } = await visitor.get('farcaster.start', {})
  await farcaster.scan(url, options)
  const reply = await visitor.get('farcaster.wait', {})
  if (reply.status !== 'done') throw new Error('Nobody has signed in.')
  return reply.user
}

describe('a Farcaster login', () => {
  test('waits for the phone, and gives the same wallet in another browser and with another key', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { url, expiresAt } = await visitor.get('farcaster.start', {})
    expect(expiresAt).toBe(world.now() + 600_000)
    const { domain, siweUri, nonce } = Object.fromEntries(new URL(url).searchParams)
    expect([domain, nonce]).toEqual(['vault.example', expect.stringMatching(/^[0-9a-f]{32}$/)])
    // what the phone shows and signs names the app and the device that get the login
    const { origin, pathname, searchParams } = new URL(siweUri ?? '')
    expect([origin, pathname]).toEqual(['https://vault.example', '/farcaster'])
    expect(Object.fromEntries(searchParams)).toEqual({
      app: 'Demo',
      site: 'https://app.example',
      device: 'Firefox on Linux',
      ip: expect.stringMatching(/^198\.51\.100\.x$/),
    })
    const waiting = [visitor.get('farcaster.wait', {}), visitor.get('farcaster.wait', {})]
    await farcaster.scan(url, { name: 'ada' })
    const [first, second] = await Promise.all(waiting)
    expect(first).toEqual(second)
    expect(first).toMatchObject({ status: 'done', user: { email: null, provider: 'farcaster', username: 'ada' } })
    // again, as after a lost reply
    expect(await visitor.get('farcaster.wait', {})).toEqual(first)

    const user = await enter(world.createVisitor(), { name: 'ada', key: 'auth' })
    expect(first?.status === 'done' && first.user).toEqual(user)
    const other = await enter(world.createVisitor(), { name: 'bob' })
    expect(other.accounts).not.toEqual(user.accounts)
  })

  test('can be linked to a wallet and used to re-authenticate, only on the vault’s own page', async () => {
    const page = world.createVisitor({ origin: 'https://vault.example' })
    await world.logIn(page, 'farcaster@mail.example')
    const { accounts } = await page.get('user.get', {})
    await page.get('account.code', { purpose: 'link' })
    const { code } = world.getMail('farcaster@mail.example')
    expect(await codeOf(page.ask('farcaster.start', { use: 'link' }))).toBe('NO_CHALLENGE')
    const { url } = await page.get('farcaster.start', { use: 'link', code })
    await farcaster.scan(url, { name: 'gus' })
    expect(await page.get('farcaster.wait', {})).toMatchObject({ user: { email: 'farcaster@mail.example', accounts } })
    const visitor = world.createVisitor()
    expect((await enter(visitor, { name: 'gus' })).accounts).toEqual(accounts)
    expect(await codeOf(visitor.ask('farcaster.start', { use: 'again' }))).toBe('NOT_HERE')
    const again = await page.get('farcaster.start', { use: 'again' })
    await farcaster.scan(again.url, { name: 'hal' })
    expect(await codeOf(page.ask('farcaster.wait', {}))).toBe('OTHER_LOGIN')
  })

  test('error: SOCIAL_REFUSED for an auth key that was removed', async () => {
    await enter(world.createVisitor(), { name: 'carol', key: 'auth' })
    await farcaster.people.removeAuthKey('carol')
    await expect(enter(world.createVisitor(), { name: 'carol', key: 'auth' })).rejects.toThrow('SOCIAL_REFUSED')
  })

  test.each([
    ['otherDomain', 'It’s for a different site.'],
    ['otherUri', 'It’s for a different site.'],
    ['otherApp', 'It’s for a different site.'],
    ['otherNonce', 'It’s from a different login.'],
    ['otherChain', 'It’s for a different network.'],
    ['expired', 'It isn’t valid at this time.'],
    ['noFid', 'It must name exactly one Farcaster id.'],
    ['twoFids', 'It must name exactly one Farcaster id.'],
    ['otherSigner', 'Its signature is invalid.'],
    ['otherFid', 'Its account doesn’t own that Farcaster id.'],
  ] as const)('error: %s creates no session, and the next login works [I13]', async (fault, reason) => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { url } = await visitor.get('farcaster.start', {})
    await farcaster.scan(url, { name: 'dave', fault })
    const { error } = await visitor.ask('farcaster.wait', {})
    expect(error).toEqual({ code: 'SOCIAL_REFUSED', message: `Farcaster couldn’t verify your identity. ${reason}` })
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
    expect(await codeOf(visitor.ask('farcaster.wait', {}))).toBe('NO_LOGIN')
    expect(await enter(visitor, { name: 'dave' })).toMatchObject({ username: 'dave' })
  })

  test('error: a response to one login does not count for the next, on this device or another', async () => {
    const [visitor, thief] = [world.createVisitor(), world.createVisitor()]
    for (const one of [visitor, thief]) await one.get('hello', {})
    const { url } = await visitor.get('farcaster.start', {})
    await farcaster.scan(url, { name: 'erin' })
    expect(await codeOf(thief.ask('farcaster.wait', {}))).toBe('NO_LOGIN')
    await visitor.get('farcaster.start', {})
    const gone = visitor.ask('farcaster.wait', {})
    await visitor.get('session.end', {})
    // the wait ends after ten minutes
    world.move(600_000)
    expect(await codeOf(gone)).toBe('NO_LOGIN')
    await visitor.get('hello', {})
    expect(await codeOf(visitor.ask('farcaster.wait', {}))).toBe('NO_LOGIN')
    expect(await codeOf(visitor.ask('user.get', {}))).toBe('NO_SESSION')
  })

  test('error: reports a relay failure, after which the login can still be completed', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    farcaster.setFault(503)
    const { error } = await visitor.ask('farcaster.start', {})
    expect(error).toEqual({
      code: 'SOCIAL_FAILED',
      message: 'Farcaster can’t be reached right now. Try again in a moment.',
    })
    farcaster.setFault(undefined)
    const { url } = await visitor.get('farcaster.start', {})
    farcaster.setFault(503)
    expect((await visitor.ask('farcaster.wait', {})).error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
    farcaster.setFault(undefined)
    await farcaster.scan(url, { name: 'frank' })
    expect(await visitor.get('farcaster.wait', {})).toMatchObject({ status: 'done' })
  })

  test('error: reports a node that doesn’t verify a contract’s signature, after which the login can still be completed', async () => {
    const visitor = world.createVisitor()
    await visitor.get('hello', {})
    const { url } = await visitor.get('farcaster.start', {})
    // a smart account that accepts any signature [ERC-1271]
    const params = [farcaster.people.getAccount('grace').address, '0x631626ba7e60e01b60005260206000f3']
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params })
    await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await farcaster.scan(url, { name: 'grace', fault: 'otherSigner' })
    node.fail({ kind: 'status', status: 503 })
    expect((await visitor.ask('farcaster.wait', {})).error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
    node.reset()
    expect(await visitor.get('farcaster.wait', {})).toMatchObject({ status: 'done', user: { username: 'grace' } })
  })
})
