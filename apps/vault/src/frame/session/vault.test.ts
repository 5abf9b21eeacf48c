import { createPublicKey, verify } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Statement } from '../../protocol/statement.js'
import { openDeviceKey, type SigningKey } from '../device/deviceKey.js'
import { createServerClock, createVault, type ServerClock, type Vault } from './vault.js'

type Sent = { readonly body: { readonly statement: string; readonly signature: string }; readonly headers: Headers }

const { signal } = new AbortController()
let sent: Sent[]
/** Errors that the site returns, one after the other; then it returns a result. */
let faults: { code: string; now?: number }[]
let renewals: number
let elapsed: number
let clock: ServerClock
let key: Promise<SigningKey>

beforeEach(() => {
  ;[sent, faults, renewals, elapsed] = [[], [], 0, 500]
  clock = createServerClock(1_000_000, { elapsed: () => elapsed })
  Object.assign(globalThis, { isSecureContext: true })
  key = openDeviceKey({ name: 'demo https://app.example' })
})

function open(options: { namesBuild?: boolean; fetch?: typeof fetch } = {}): Vault {
  const answer: typeof fetch = async (_, init) => {
    sent.push({ body: JSON.parse(String(init?.body)), headers: new Headers(init?.headers) })
    const [error] = faults.splice(0, 1)
    return Response.json(error ? { error: { message: 'No.', ...error } } : { result: 'yes' })
  }
  return createVault({
    settings: { project: 'demo', build: 'build1' },
    origin: 'https://app.example',
    key: () => key,
    clock,
    fetch: options.fetch ?? answer,
    namesBuild: options.namesBuild ?? true,
    onNoDevice: async () => {
      renewals += 1
    },
  })
}
const statements = (): readonly Statement[] => sent.map(({ body }) => JSON.parse(body.statement) as Statement)
const call = (vault: Vault): Promise<unknown> => vault.call('user.get', {}, { signal })

describe('a call', () => {
  test('is a unique statement about the app, signed with the device’s key', async () => {
    const vault = open()
    elapsed += 250
    expect([await call(vault), await call(vault)]).toEqual(['yes', 'yes'])
    const [first, second] = statements()
    expect(first).toEqual({
      v: 1,
      method: 'user.get',
      params: {},
      project: 'demo',
      origin: 'https://app.example',
      iat: 1_000_250,
      key: (await key).publicKey,
      jti: expect.stringMatching(/^[\da-f]{32}$/),
    })
    expect(second?.jti).not.toBe(first?.jti)
    for (const { body } of sent) {
      const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...(await key).publicKey }, format: 'jwk' })
      const bytes = Buffer.from(body.signature, 'base64url')
      const isGood = verify('sha256', Buffer.from(body.statement), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
      expect(isGood).toBe(true)
    }
  })

  test('is dated by the vault’s clock once the vault has reported it', async () => {
    faults = [{ code: 'STALE_STATEMENT', now: 9_000_000 }]
    const vault = open()
    expect(await call(vault)).toBe('yes')
    elapsed += 10
    await call(vault)
    expect(statements().map(({ iat }) => iat)).toEqual([1_000_000, 9_000_000, 9_000_010])
  })

  test('is sent again after a new hello if the vault does not know the key', async () => {
    faults = [{ code: 'NO_DEVICE' }]
    expect(await call(open())).toBe('yes')
    expect([renewals, sent.length]).toEqual([1, 2])
  })

  test('no longer names its build once there is a newer one', async () => {
    faults = [{ code: 'OLD_FRAME' }]
    const vault = open()
    expect(vault.isOld()).toBe(false)
    expect([await call(vault), await call(vault), vault.isOld()]).toEqual(['yes', 'yes', true])
    expect(sent.map(({ headers }) => headers.get('x-latchkey-build'))).toEqual(['build1', null, null])
  })

  test('succeeds even after all of these errors in a row', async () => {
    faults = [{ code: 'OLD_FRAME' }, { code: 'STALE_STATEMENT', now: 5 }, { code: 'NO_DEVICE' }]
    expect(await call(open())).toBe('yes')
  })

  test.each(['OLD_FRAME', 'STALE_STATEMENT', 'NO_DEVICE'])(
    'error: rejects with %s if it occurs twice',
    async (code) => {
      faults = [
        { code, now: 5 },
        { code, now: 5 },
      ]
      await expect(call(open())).rejects.toMatchObject({ code })
      expect(sent).toHaveLength(2)
    },
  )

  test('error: a hello is not repeated if the vault does not know the key', async () => {
    faults = [{ code: 'NO_DEVICE' }]
    await expect(open().call('hello', {}, { signal })).rejects.toMatchObject({ code: 'NO_DEVICE' })
    expect(renewals).toBe(0)
  })

  test.each<[string, typeof fetch]>([
    ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy that responds with a page', async () => new Response('<html>', { status: 502 })],
  ])('error: rejects with UNAVAILABLE on %s', async (_, fetch) => {
    await expect(call(open({ fetch }))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'We can’t reach your wallet. Try again.',
    })
  })

  test('error: rejects with the caller’s reason when aborted', async () => {
    const stop = new AbortController()
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        const give = (): void => reject(init?.signal?.reason)
        if (init?.signal?.aborted) give()
        init?.signal?.addEventListener('abort', give, { once: true })
      })
    const asked = open({ fetch: hanging }).call('user.get', {}, { signal: stop.signal })
    stop.abort(new Error('closed'))
    await expect(asked).rejects.toThrow('closed')
  })
})

test('error: rejects on a page that is not served over https', async () => {
  Object.assign(globalThis, { isSecureContext: false })
  await expect(openDeviceKey({ name: 'x' })).rejects.toThrow('https')
})
