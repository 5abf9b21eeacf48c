import { type Hex, recoverMessageAddress, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
beforeAll(async () => {
  world = await startWorld({ processes: 2 })
})
afterAll(() => world?.stop())

type Signer = { readonly visitor: Visitor; readonly address: string }
async function createSigner(email: string): Promise<Signer> {
  const visitor = world.createVisitor()
  await world.logIn(visitor, email)
  const { accounts } = await visitor.get('user.get', {})
  return { visitor, address: accounts[0]?.address ?? '' }
}
const prepare = ({ visitor, address }: Signer, text = 'Hello'): ReturnType<typeof ask> => ask(visitor, address, text)
const ask = (visitor: Visitor, address: string, text: string) =>
  visitor.get('request.prepare', { method: 'personal_sign', params: [toHex(text), address], chain: 'eip155:1' })
const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'

describe('a request', () => {
  test('is shown before signing, and signed once even by parallel calls', async () => {
    const signer = await createSigner('signs@mail.example')
    const { id, digest, expiresAt, summary } = await prepare(signer)
    expect(expiresAt).toBe(world.now() + 300_000)
    expect(JSON.stringify(summary)).toContain('Hello')
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => signer.visitor.ask('request.sign', { id, digest })),
    )
    const signatures = replies.flatMap(({ result }) => (result ? [result.result as Hex] : []))
    expect(signatures).toHaveLength(1)
    expect(await recoverMessageAddress({ message: 'Hello', signature: signatures[0] ?? '0x' })).toBe(signer.address)
    expect(replies.filter(({ error }) => error?.code === 'NO_APPROVAL')).toHaveLength(4)
  })

  test('error: NO_APPROVAL after five minutes, with another digest, on another device or origin, or once rejected', async () => {
    const signer = await createSigner('only@mail.example')
    const { visitor } = signer
    const stranger = await createSigner('stranger@mail.example')
    const { id, digest } = await prepare(signer)
    expect(await codeOf(visitor.ask('request.sign', { id, digest: '0'.repeat(64) }))).toBe('NO_APPROVAL')
    expect(await codeOf(stranger.visitor.ask('request.sign', { id, digest }))).toBe('NO_APPROVAL')
    // another of the user's own devices has not been shown it
    const second = await createSigner('only@mail.example')
    expect(await codeOf(second.visitor.ask('request.sign', { id, digest }))).toBe('NO_APPROVAL')
    expect(await second.visitor.get('request.reject', { id })).toEqual({})
    world.move(240_000 - 60_000 - 1)
    const late = await prepare(signer)
    expect(await visitor.get('request.sign', { id, digest })).toEqual({ result: expect.stringMatching(/^0x/) })
    world.move(300_000)
    expect(await codeOf(visitor.ask('request.sign', late))).toBe('INVALID_PARAMS')
    expect(await codeOf(visitor.ask('request.sign', { id: late.id, digest: late.digest }))).toBe('NO_APPROVAL')
    const unwanted = await prepare(signer)
    await visitor.get('request.reject', { id: unwanted.id })
    expect(await codeOf(visitor.ask('request.sign', { id: unwanted.id, digest: unwanted.digest }))).toBe('NO_APPROVAL')
    await visitor.get('hello', {})
    const open = await prepare(signer)
    await visitor.get('session.end', {})
    expect(await codeOf(visitor.ask('request.sign', { id: open.id, digest: open.digest }))).toBe('NO_SESSION')
    await visitor.get('email.start', { email: 'only@mail.example' })
    await visitor.get('email.verify', { code: world.getMail('only@mail.example').code })
    expect(await codeOf(visitor.ask('request.sign', { id: open.id, digest: open.digest }))).toBe('NO_APPROVAL')
  })

  test('is not signed after another tab has signed out, in whatever order the calls arrive [F38]', async () => {
    const signer = await createSigner('tabs@mail.example')
    const { visitor } = signer
    for (let turn = 0; turn < 5; turn++) {
      const other = world.createVisitor({ credential: visitor.getCredential() })
      await other.get('hello', {})
      const { id, digest } = await prepare(signer)
      const [signed] = await Promise.all([visitor.ask('request.sign', { id, digest }), other.get('session.end', {})])
      expect(['none', 'NO_SESSION', 'NO_APPROVAL']).toContain(signed.error?.code ?? 'none')
      const seqOf = async (event: string): Promise<number> => {
        const [row] = await world.database.query<{ seq: string }>(
          'SELECT max(seq) AS seq FROM audit WHERE event = $1',
          [event],
        )
        return Number(row?.seq)
      }
      if (!signed.error) expect(await seqOf('request.signed')).toBeLessThan(await seqOf('session.ended'))
      expect(await codeOf(visitor.ask('request.sign', { id, digest }))).toBe('NO_SESSION')
      world.move(3_600_000)
      await world.logIn(visitor, 'tabs@mail.example')
    }
  })

  test.each([
    ['NOT_ALLOWED', { method: 'eth_sign', params: ['0x', '0x'], chain: 'eip155:1' }],
    ['INVALID_PARAMS', { method: 'personal_sign', params: [], chain: 'eip155:1' }],
    ['INVALID_PARAMS', { method: 'personal_sign', params: null, chain: 'eip155:1' }],
  ])('error: %s for %j, and nothing is stored', async (code, params) => {
    const { visitor } = await createSigner('refused@mail.example')
    world.move(3_600_000)
    await visitor.get('hello', {})
    const count = 'SELECT count(*)::int AS count FROM approvals'
    const before = await world.database.query(count)
    expect(await codeOf(visitor.ask('request.prepare', params))).toBe(code)
    expect(await world.database.query(count)).toEqual(before)
  })

  test('error: TOO_MANY for a minute after three rejections in a row', async () => {
    const signer = await createSigner('nagged@mail.example')
    const reject = async (): Promise<void> => {
      const { id } = await prepare(signer)
      await signer.visitor.get('request.reject', { id })
      await signer.visitor.get('request.reject', { id })
    }
    await reject()
    await reject()
    const { id, digest } = await prepare(signer)
    await signer.visitor.get('request.sign', { id, digest })
    for (let turn = 0; turn < 3; turn++) await reject()
    const refused = await signer.visitor.ask('request.prepare', {
      method: 'personal_sign',
      params: [],
      chain: 'eip155:1',
    })
    expect(refused.error).toEqual({ code: 'TOO_MANY', message: 'Please try again after 60 seconds', retryAfter: 60 })
    world.move(59_000)
    expect(await codeOf(signer.visitor.ask('request.prepare', { method: 'x', params: [], chain: 'x' }))).toBe(
      'TOO_MANY',
    )
    world.move(1_000)
    await reject()
    await reject()
    expect(await prepare(signer)).toMatchObject({ id: expect.any(String) })
  })

  test('error: TOO_MANY for more than 30 signatures in a minute, eight of them in parallel', async () => {
    const signer = await createSigner('busy@mail.example')
    const requests: { readonly id: string; readonly digest: string }[] = []
    for (let index = 0; index < 32; index++) requests.push(await prepare(signer, `No. ${index}`))
    const ends: string[] = []
    for (let first = 0; first < requests.length; first += 8)
      ends.push(
        ...(await Promise.all(
          requests
            .slice(first, first + 8)
            .map(({ id, digest }) => codeOf(signer.visitor.ask('request.sign', { id, digest }))),
        )),
      )
    expect([...ends].sort()).toEqual([
      ...Array.from({ length: 2 }, () => 'TOO_MANY'),
      ...Array.from({ length: 30 }, () => 'none'),
    ])
    world.move(60_000)
    const [left] = requests.filter((_, index) => ends[index] === 'TOO_MANY')
    expect(await codeOf(signer.visitor.ask('request.sign', { id: left?.id ?? '', digest: left?.digest ?? '' }))).toBe(
      'none',
    )
  })
})
