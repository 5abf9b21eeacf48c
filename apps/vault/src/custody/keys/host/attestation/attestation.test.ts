import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthorityOptions,
  createAuthority,
  createNitroDocument,
  createTdxQuote,
  measured,
  type QuoteOptions,
  type TestAuthority,
} from '../test/documents.js'
import { verifyAttestation } from './attestation.js'
import { type AttestationPolicy, readAttestationPolicy } from './policy.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-attestation-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function toPolicy(content: unknown): Promise<AttestationPolicy> {
  const file = join(folder, `${randomBytes(4).toString('hex')}.json`)
  await writeFile(file, JSON.stringify(content))
  return readAttestationPolicy(file)
}

const now = Date.parse('2026-06-01T12:00:00Z')
const claim = { nonce: randomBytes(32), publicKey: randomBytes(44), now }

/** Returns why a document is rejected; undefined if it is accepted. */
function judge(document: Uint8Array, policy: AttestationPolicy, expected = claim): string | undefined {
  try {
    verifyAttestation(document, expected, policy)
    return undefined
  } catch (cause) {
    return (cause as Error).message
  }
}

/** Flips one bit in each of `count` bytes, spread over the document. */
function* flipBits(document: Buffer, count: number): Generator<readonly [number, Buffer]> {
  for (let index = 0; index < count; index++) {
    const at = Math.floor((index * document.byteLength) / count)
    const changed = Buffer.from(document)
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << (index % 8)), at)
    yield [at, changed]
  }
}

describe('an AWS Nitro attestation document', () => {
  const pcrs = Object.fromEntries([0, 1, 2].map((index) => [index, measured(index + 1).toString('hex')]))
  const make = (options: Partial<AuthorityOptions> = {}): TestAuthority => createAuthority({ now, ...options })
  const authority = make()

  test('signed by Amazon verifies up to its root, but not for another nonce or enclave, or if it was changed', async () => {
    const document = await readFile(new URL('documents/nitro.cose', import.meta.url))
    const policy = await toPolicy({
      kind: 'nitro',
      pcrs: {
        0: '4b8d4cf2a99e05ce1b5bddaf9d21cb446eb0e606c5bebd1ebf02b473a22165f7b68b0bb0d1ac5a90f0311e493522cfab',
        1: '0343b056cd8485ca7890ddd833476d78460aed2aa161548e4e26bedf321726696257d623e8805f3f605946b3d8b0c6aa',
        2: '16efcc1d6952c5b9737eb2ab1751a08412835c5125818bfb55f6367cb3cdca49b13d2a5b6d771de9db1578242e328c6d',
      },
    })
    const then = { ...claim, now: Date.parse('2026-01-03T21:00:00Z') }
    expect(judge(document, policy, then)).toBe('The document does not answer this nonce.')
    expect(judge(document, policy)).toContain('is valid from')
    expect(judge(document, await toPolicy({ kind: 'nitro', pcrs }), then)).toBe('PCR0 is not the expected one.')
    expect(
      judge(document, { ...policy, root: (await toPolicy({ kind: 'nitro', pcrs, root: authority.root })).root }, then),
    ).toBe('The chain does not end at the expected root.')
    // the zero bytes of unused registers are signed as well
    for (const [at, changed] of flipBits(document, 150))
      expect([at, judge(changed, policy, then)]).not.toEqual([at, 'The document does not answer this nonce.'])
  })

  test('is accepted from the authority of the policy, for this code, key and nonce', async () => {
    const policy = await toPolicy({
      kind: 'nitro',
      pcrs: { ...pcrs, 8: measured(9).toString('hex') },
      root: authority.root,
    })
    const document = createNitroDocument(authority, claim)
    expect(judge(document, policy)).toBeUndefined()
    expect(judge(document, policy, { ...claim, nonce: randomBytes(32) })).toBe(
      'The document does not answer this nonce.',
    )
    expect(judge(document, policy, { ...claim, publicKey: randomBytes(44) })).toContain('the key of this channel')
    for (const [at, changed] of flipBits(document, 150))
      expect([at, judge(changed, policy)]).not.toEqual([at, undefined])
  })

  test.each([
    ['of another authority', () => createNitroDocument(make(), claim), 'does not end at the expected root'],
    ['whose key has expired', () => createNitroDocument(make({ days: -1 }), claim), 'is valid from'],
    [
      'whose chain has a certificate that may not sign others',
      () => createNitroDocument(make({ mayIssue: false }), claim),
      'may not sign',
    ],
    [
      'signed by another key',
      () => createNitroDocument({ ...authority, key: make().key }, claim),
      'signature is invalid',
    ],
    [
      'with a chain of another authority',
      () =>
        createNitroDocument({ ...authority, chain: [...make().chain.slice(0, 1), ...authority.chain.slice(1)] }, claim),
      'is not signed by the next',
    ],
    [
      'without intermediate certificates',
      () => createNitroDocument({ ...authority, chain: [0, 2].map((index) => authority.chain[index] ?? '') }, claim),
      'is not signed by the next',
    ],
    [
      'of an enclave in debug mode',
      () =>
        createNitroDocument(authority, claim, { pcrs: new Map([0, 1, 2].map((index) => [index, Buffer.alloc(48)])) }),
      'debug mode',
    ],
    [
      'of other code',
      () => createNitroDocument(authority, claim, { pcrs: new Map([0, 1, 2].map((index) => [index, measured(9)])) }),
      'PCR0 is not',
    ],
    [
      'without a register',
      () => createNitroDocument(authority, claim, { pcrs: new Map([[0, measured(1)]]) }),
      'PCR1 is zero',
    ],
    ['without a nonce', () => createNitroDocument(authority, claim, { nonce: null }), 'does not answer'],
    ['without a key', () => createNitroDocument(authority, claim, { public_key: null }), 'does not vouch'],
    ['with an unknown field', () => createNitroDocument(authority, claim, { more: 1 }), 'malformed'],
    ['that is not CBOR', () => Buffer.from('not CBOR'), 'malformed'],
    ['that is too large', () => Buffer.alloc(20_000), 'too large'],
  ])('error: is refused: a document %s', async (_, create, reason) => {
    // the root of the expected authority, whichever one made the document
    const policy = await toPolicy({ kind: 'nitro', pcrs, root: authority.root })
    const message = judge(create(), policy)
    expect(message).toContain(reason)
  })

  test('error: a policy reports what is invalid in it, and never allows debug mode', async () => {
    await expect(toPolicy({ kind: 'nitro', pcrs: { ...pcrs, 0: '00'.repeat(48) } })).rejects.toThrow(
      'pcrs.0 is all zeros, as in an enclave in debug mode',
    )
    await expect(toPolicy({ kind: 'nitro', pcrs: { ...pcrs, 1: 'abc' }, root: 'none' })).rejects.toThrow(
      /pcrs\.1 must be 96 hex digits.*root must be a certificate in PEM/,
    )
    await expect(toPolicy({ kind: 'sev' })).rejects.toThrow('is not an attestation policy')
  })
})

describe('an Intel TDX quote', () => {
  const mrTd = measured(1).toString('hex')
  const rtmrs = [2, 3, 4, 5].map((byte) => measured(byte).toString('hex'))
  const make = (options: Partial<AuthorityOptions> = {}): TestAuthority =>
    createAuthority({ now, curve: 'P-256', ...options })
  const authority = make()
  const quote = (options?: QuoteOptions): Buffer => createTdxQuote(authority, claim, options)

  test('signed by an Intel platform verifies up to Intel’s root, but not for another nonce or domain, or if it was changed', async () => {
    const document = await readFile(new URL('documents/tdx.quote', import.meta.url))
    const hex = (at: number): string => document.toString('hex', 48 + at, 48 + at + 48)
    const expected = { kind: 'tdx', mrTd: hex(136), rtmrs: [328, 376, 424, 472].map(hex) }
    const policy = await toPolicy({ ...expected, minimumTcb: '07010300000000000000000000000000' })
    expect(judge(document, policy)).toBe('The quote is not about the key of this channel and this nonce.')
    expect(judge(document, await toPolicy({ ...expected, minimumTcb: '08010300000000000000000000000000' }))).toContain(
      'older than',
    )
    expect(judge(document, await toPolicy({ ...expected, mrTd }))).toBe('MRTD is not the expected one.')
    expect(judge(document, await toPolicy({ ...expected, root: authority.root }))).toContain('the expected root')
    expect(judge(document, policy, { ...claim, now: Date.parse('2033-01-01') })).toContain('is valid from')
    for (const [at, changed] of flipBits(document.subarray(0, -1), 150))
      expect([at, judge(changed, policy)]).not.toEqual([
        at,
        'The quote is not about the key of this channel and this nonce.',
      ])
  })

  test('is accepted from the authority of the policy, for this code, key and nonce', async () => {
    const policy = await toPolicy({ kind: 'tdx', mrTd, rtmrs, root: authority.root })
    expect(judge(quote(), policy)).toBeUndefined()
    expect(judge(quote(), policy, { ...claim, nonce: randomBytes(32) })).toContain('this nonce')
    expect(judge(quote(), policy, { ...claim, publicKey: randomBytes(44) })).toContain('the key of this channel')
  })

  test.each<readonly [string, () => Buffer, string]>([
    ['of another authority', () => createTdxQuote(make(), claim), 'the expected root'],
    ['whose platform’s certificate has expired', () => createTdxQuote(make({ days: -1 }), claim), 'is valid from'],
    [
      'whose quoting enclave was signed by another key',
      () => createTdxQuote({ ...authority, key: make().key }, claim),
      'report is invalid',
    ],
    [
      'of a quoting enclave that is not Intel’s',
      () => quote({ enclave: (report) => report.fill(1, 128, 160) }),
      'not Intel’s',
    ],
    ['of another enclave of Intel', () => quote({ enclave: (report) => report.writeUInt16LE(1, 256) }), 'not Intel’s'],
    [
      'of a quoting enclave in debug mode',
      () => quote({ enclave: (report) => report.writeUInt8(2, 48) }),
      'debug mode',
    ],
    [
      'whose key the quoting enclave does not vouch for',
      () => quote({ enclave: (report) => report.fill(1, 320, 352) }),
      'does not vouch',
    ],
    ['of a domain in debug mode', () => quote({ report: (report) => report.writeUInt8(1, 120) }), 'debug mode'],
    [
      'of a module that is not Intel’s',
      () => quote({ report: (report) => report.fill(1, 64, 112) }),
      'module is not Intel’s',
    ],
    ['of another image', () => quote({ report: (report) => report.fill(9, 136, 184) }), 'MRTD'],
    ['of another kernel', () => quote({ report: (report) => report.fill(9, 376, 424) }), 'RTMR1'],
    ['of another version', () => Buffer.concat([Buffer.of(5), quote().subarray(1)]), 'version 4'],
    ['that is truncated', () => quote().subarray(0, 900), 'truncated'],
    ['that is all zeros', () => Buffer.alloc(700), 'version 4'],
  ])('error: is refused: a quote %s', async (_, create, reason) => {
    expect(judge(create(), await toPolicy({ kind: 'tdx', mrTd, rtmrs, root: authority.root }))).toContain(reason)
  })
})
