import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

const hour = 3_600_000
const own = 'https://vault.example'

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

/** A frame in an app's page whose browser keeps its key, with a user logged in. */
async function logInFrame(email: string): Promise<Visitor> {
  const frame = world.createVisitor()
  await frame.get('hello', { keepsKey: true })
  await frame.get('hello', { keepsKey: true })
  await world.logIn(frame, email)
  return frame
}

/** The vault's own page in the browser with this cookie. */
async function openPage(credential: string | undefined, keepsKey = true): Promise<Visitor> {
  const page = world.createVisitor({ origin: own, credential })
  await page.get('hello', keepsKey ? { keepsKey: true } : {})
  return page
}

describe('the vault’s own page', () => {
  test('adopts the login of a frame in the same browser for an hour, and the user is notified once', async () => {
    const email = 'adopts@mail.example'
    const frame = await logInFrame(email)
    const page = await openPage(frame.getCredential())
    await expect(page.get('user.get', {})).rejects.toThrow('NO_SESSION')
    await frame.get('session.share', { key: page.key })
    expect(await page.get('user.get', {})).toEqual(await frame.get('user.get', {}))
    expect((await page.get('devices.list', {})).devices.map(({ origin }) => origin)).toContain(own)
    world.move(hour + 1_000)
    await page.get('hello', { keepsKey: true })
    await expect(page.get('user.get', {})).rejects.toThrow('NO_SESSION')
    // the frame's own session continues and can be shared again
    await frame.get('hello', { keepsKey: true })
    await frame.get('session.share', { key: page.key })
    await page.get('user.get', {})
    const { notices } = await frame.get('notices.list', {})
    expect(notices.filter(({ origin }) => origin === own)).toHaveLength(1)
  })

  test('gets no more rights than by a login: it can neither export nor sign, and isn’t fresh', async () => {
    const frame = await logInFrame('limits@mail.example')
    const page = await openPage(frame.getCredential())
    await frame.get('session.share', { key: page.key })
    await expect(page.get('account.export', { key: page.key, code: '000000' })).rejects.toThrow(/FROZEN|CODE|CHALLENGE/)
    await expect(
      page.get('request.prepare', { method: 'personal_sign', params: [], chain: 'eip155:1' }),
    ).rejects.toThrow('NOT_HERE')
    const { freshUntil } = await page.get('account.get', {})
    expect(freshUntil === undefined || freshUntil <= world.now()).toBe(true)
  })
})

describe('a login is not shared', () => {
  test('with another browser’s page', async () => {
    const frame = await logInFrame('another@mail.example')
    const stranger = await openPage(undefined)
    await stranger.get('hello', { keepsKey: true })
    await expect(frame.get('session.share', { key: stranger.key })).rejects.toThrow('NO_SESSION')
    await expect(stranger.get('user.get', {})).rejects.toThrow('NO_SESSION')
  })

  test('with a key that the browser doesn’t keep, or that has not called hello yet', async () => {
    const frame = await logInFrame('unkept@mail.example')
    const page = await openPage(frame.getCredential(), false)
    await expect(frame.get('session.share', { key: page.key })).rejects.toThrow('NO_SESSION')
    const silent = world.createVisitor({ origin: own, credential: frame.getCredential() })
    await expect(frame.get('session.share', { key: silent.key })).rejects.toThrow('NO_SESSION')
  })

  test('with another app’s frame, which has the same cookie', async () => {
    const frame = await logInFrame('shop@mail.example')
    const shop = world.createVisitor({ credential: frame.getCredential(), origin: 'https://shop.example' })
    await shop.get('hello', { keepsKey: true })
    await expect(frame.get('session.share', { key: shop.key })).rejects.toThrow('NO_SESSION')
  })

  test('by a visitor who has only the cookie', async () => {
    const frame = await logInFrame('cookie@mail.example')
    const thief = world.createVisitor({ credential: frame.getCredential() })
    await thief.get('hello', { keepsKey: true })
    const page = await openPage(frame.getCredential())
    await expect(thief.get('session.share', { key: page.key })).rejects.toThrow('NO_SESSION')
  })

  test('by a browser that keeps no key and has only its cookie', async () => {
    const frame = world.createVisitor()
    await world.logIn(frame, 'keyless@mail.example')
    const page = await openPage(frame.getCredential())
    await expect(frame.get('session.share', { key: page.key })).rejects.toThrow('NO_SESSION')
  })

  test('of a wallet that its owner has frozen', async () => {
    const frame = await logInFrame('frozen@mail.example')
    const first = await openPage(frame.getCredential())
    await frame.get('session.share', { key: first.key })
    await first.get('account.freeze', {})
    const page = await openPage(frame.getCredential())
    await expect(frame.get('session.share', { key: page.key })).rejects.toThrow('FROZEN')
  })
})
