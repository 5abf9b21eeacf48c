import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '../errors/callError.js'
import { createVisitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'
import { isSigned, parseStatement, toThumbprint, verifyStatement } from './statement.js'

const time = 1_900_000_000_000

const custody = {
  publicUrl: 'https://vault.example',
  projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example', 'http://localhost:4173'] }]]),
  now: () => time,
}

const visitor = createVisitor({ addresses: [], now: () => time })

const toCode = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (cause) {
    return cause instanceof CallError ? cause.code : `not a fault: ${cause}`
  }
}

describe('a statement', () => {
  test('is parsed as it was signed if it is valid', () => {
    const signed = visitor.sign({ method: 'user.get', params: { some: ['thing'] } })
    expect(verifyStatement(custody, signed)).toEqual({
      ...JSON.parse(signed.statement),
      thumbprint: toThumbprint(visitor.key),
      signed,
    })
  })

  test.each([
    ['BAD_STATEMENT', { v: 2 as never }],
    ['BAD_STATEMENT', { method: '' }],
    ['BAD_STATEMENT', { method: 7 as never }],
    ['BAD_STATEMENT', { jti: 'A'.repeat(32) }],
    ['BAD_STATEMENT', { jti: '' }],
    ['BAD_STATEMENT', { iat: time + 0.5 }],
    ['BAD_STATEMENT', { iat: String(time) as never }],
    ['BAD_STATEMENT', { key: { x: 'AA', y: 'AA' } }],
    ['BAD_STATEMENT', { more: 1 } as never],
    ['UNKNOWN_PROJECT', { project: 'other' }],
    ['UNKNOWN_PROJECT', { project: 'constructor' }],
    ['UNKNOWN_PROJECT', { project: '__proto__' }],
    ['STALE_STATEMENT', { iat: time - 300_001 }],
    ['STALE_STATEMENT', { iat: time + 300_001 }],
    ['none', { iat: time - 300_000 }],
    ['none', { iat: time + 300_000 }],
    ['none', { origin: 'http://localhost:4173' }],
  ] as const)('%s: %j', (code, fields) => {
    expect(toCode(() => verifyStatement(custody, visitor.sign(fields)))).toBe(code)
  })

  test.each([
    'null',
    '*',
    'https://*.example',
    'https://app.example/',
    'https://app.example:443',
    'https://app.example.',
    'https://app.example@evil.example',
    'https://APP.example',
    'http://app.example',
    'http://localhost',
    'http://localhost:4174',
    'https://sub.app.example',
    'https://app.example https://evil.example',
    'file://',
    'not an origin',
  ])('[S6.3] error: UNKNOWN_PROJECT on %s, which the project does not list', (origin) => {
    expect(toCode(() => verifyStatement(custody, visitor.sign({ origin })))).toBe('UNKNOWN_PROJECT')
  })

  test('is rejected with the server’s time if it is stale', () => {
    const signed = visitor.sign({ iat: 0 })
    expect(() => verifyStatement(custody, signed)).toThrow(expect.objectContaining({ now: time }))
  })

  test('is rejected if any byte of it or of its signature is changed', () => {
    const signed = visitor.sign({ method: 'session.end' })
    fc.assert(
      fc.property(fc.nat(signed.statement.length - 1), fc.integer({ min: 1, max: 127 }), (place, step) => {
        const changed = String.fromCharCode((signed.statement.charCodeAt(place) + step) % 128)
        const statement = signed.statement.slice(0, place) + changed + signed.statement.slice(place + 1)
        expect(toCode(() => verifyStatement(custody, { ...signed, statement }))).toBe('BAD_STATEMENT')
      }),
    )
    const bytes = Buffer.from(signed.signature, 'base64url')
    fc.assert(
      fc.property(fc.nat(63), fc.integer({ min: 1, max: 255 }), (place, mask) => {
        const other = Buffer.from(bytes)
        other.writeUInt8(other.readUInt8(place) ^ mask, place)
        const signature = other.toString('base64url')
        expect(toCode(() => verifyStatement(custody, { ...signed, signature }))).toBe('BAD_STATEMENT')
      }),
    )
    for (const signature of ['', signed.signature.slice(1), `${signed.signature}AA`, signed.statement])
      expect(toCode(() => verifyStatement(custody, { ...signed, signature }))).toBe('BAD_STATEMENT')
  })

  test('is rejected if it is arbitrary, deeply nested or oversized text, without polluting prototypes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('null')), (statement) => {
        expect(toCode(() => verifyStatement(custody, { statement, signature: 'A'.repeat(86) }))).toBe('BAD_STATEMENT')
      }),
    )
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const statement of [deep, `{"v":1,"params":${deep}}`, '{"__proto__":{"v":1}}', 'x'.repeat(1_000_000)])
      expect(parseStatement(statement)).toBe(null)
    expect(({} as { v?: number }).v).toBeUndefined()
  })

  test('is rejected if its key is not a point on the curve, or not canonically encoded', () => {
    const { x } = visitor.key
    expect(isSigned(visitor.sign({}), { x, y: x })).toBe(false)
    const zero = Buffer.alloc(32).toString('base64url')
    expect(isSigned(visitor.sign({}), { x: zero, y: zero })).toBe(false)
    // another encoding of the same number would give the key a second thumbprint
    const loose = `${x.slice(0, -1)}${String.fromCharCode(x.charCodeAt(42) + 1)}`
    expect(parseStatement(visitor.sign({ key: { ...visitor.key, x: loose } }).statement)?.key.x ?? x).not.toBe(loose)
  })

  test('toThumbprint returns the thumbprint of RFC 7638', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    expect(toThumbprint({ x, y })).toMatch(/^[\w-]{43}$/)
    // computed by another program
    const known = {
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
    }
    expect(toThumbprint(known)).toBe('cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s')
  })
})

describe('custody', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ processes: 2 })
  })
  afterAll(() => world?.stop())

  test('accepts a statement once, even if it is sent to two processes in parallel', async () => {
    const browser = world.createVisitor()
    const signed = browser.sign({ method: 'hello' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => browser.send(signed)))
    expect(replies.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(new Set(replies.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['BAD_STATEMENT']))
    // still so shortly before it becomes stale
    world.move(299_000)
    expect(await browser.send(signed)).toMatchObject({ error: { code: 'BAD_STATEMENT' } })
    world.move(2_000)
    expect(await browser.send(signed)).toMatchObject({ error: { code: 'STALE_STATEMENT', now: world.now() } })
  })

  test('rejects a statement ten minutes off with its own time, and accepts one that is signed for that time', async () => {
    const browser = world.createVisitor()
    for (const off of [600_000, -600_000]) {
      const { error } = await browser.send(browser.sign({ iat: world.now() + off }))
      expect(error?.code).toBe('STALE_STATEMENT')
      expect((await browser.send(browser.sign({ iat: error?.now ?? 0 }))).error).toBeUndefined()
    }
  })

  test.each([
    ['nothing', {}],
    ['hello', { cookies: true }],
    ['hello', { resumeToken: 7 }],
    ['constructor', {}],
    ['email.start', { email: ['a@b.co'] }],
    ['email.start', { email: 'a@b.co', more: 1 }],
    ['email.start', null],
    ['request.sign', { id: 'x', digest: 'x' }],
  ])('error: INVALID_PARAMS for %s %j', async (method, params) => {
    const browser = world.createVisitor()
    expect(await browser.send(browser.sign({ method, params }))).toMatchObject({ error: { code: 'INVALID_PARAMS' } })
  })
})
