import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidRequestError } from './InvalidRequestError.js'
import { describeRequest } from './readRequest.js'
import { signRequest } from './signRequest.js'
import { accounts, createRequest, entropy, getRefusal, otherAddress, solanaChain } from './testing/requests.js'

const request = createRequest('eth_sendTransaction', [
  { from: accounts.eip155, to: otherAddress, value: '0x1', nonce: '0x0', gas: '0x5208', gasPrice: '0x1' },
])
const { canonical, digest } = describeRequest(request)
const { method, chain, origin } = request
const expected = { digest, method, chain, origin }

describe('signRequest', () => {
  it('signs the described request', async () => {
    expect(await signRequest({ canonical, entropy, expected })).toMatch(/^0xf8/)
  })

  it.each([
    ['digest', '0'.repeat(64)],
    ['method', 'personal_sign'],
    ['chain', 'eip155:10'],
    ['origin', 'https://evil.example'],
  ])('rejects a different %s', async (field, value) => {
    const changed = { ...expected, [field]: value }
    await expect(signRequest({ canonical, entropy, expected: changed })).rejects.toThrow(
      'not the request that was shown',
    )
  })

  it('rejects the entropy of another wallet', async () => {
    const foreign = new Uint8Array(16).fill(3)
    await expect(signRequest({ canonical, entropy: foreign, expected })).rejects.toThrow(InvalidRequestError)
  })

  it('rejects every change of the stored request, and signs none that is not canonical for its own digest', async () => {
    const { createHash } = await import('node:crypto')
    await fc.assert(
      fc.asyncProperty(fc.nat(canonical.length - 1), fc.string({ minLength: 0, maxLength: 2 }), async (at, text) => {
        const changed = canonical.slice(0, at) + text + canonical.slice(at + 1)
        if (changed === canonical) return
        // a change that is still a canonical request is another request, as its digest shows
        await expect(signRequest({ canonical: changed, entropy, expected })).rejects.toThrow(InvalidRequestError)
        const own = { ...expected, digest: createHash('sha256').update(changed).digest('hex') }
        const signed = await signRequest({ canonical: changed, entropy, expected: own }).catch(
          (error: unknown) => error,
        )
        if (signed instanceof Error) expect(signed).toBeInstanceOf(InvalidRequestError)
        else expect(describeRequest({ ...request, ...JSON.parse(changed) }).canonical).toBe(changed)
      }),
      { numRuns: 40 },
    )
  })

  it('does not change the entropy, nor reveal it in errors', async () => {
    const before = [...entropy]
    await signRequest({ canonical, entropy, expected })
    expect([...entropy]).toEqual(before)
    const error = await signRequest({ canonical: '{', entropy, expected }).catch((cause: unknown) => cause)
    expect(String((error as Error).stack)).not.toContain(Buffer.from(entropy).toString('hex'))
  })
})

describe('describeRequest', () => {
  const methods = [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ]
  const value = fc.jsonValue({ maxDepth: 4 })
  const params = fc.oneof(
    value,
    fc.tuple(fc.constant(accounts.eip155), value),
    fc.tuple(
      fc.record(
        {
          from: fc.constant(accounts.eip155),
          to: value,
          value,
          data: value,
          nonce: value,
          gas: value,
          gasPrice: value,
        },
        { requiredKeys: [] },
      ),
    ),
    fc.record(
      { message: value, pubkey: fc.constant(accounts.solana), transaction: value, transactions: value },
      { requiredKeys: [] },
    ),
  )

  it('describes any input or throws an InvalidRequestError, in bounded time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        params,
        fc.constantFrom('eip155:1', solanaChain, 'x'),
        (name, given, network) => {
          const start = performance.now()
          getRefusal({ ...createRequest(name, given), chain: network })
          expect(performance.now() - start).toBeLessThan(2_000)
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    'eth_sign',
    'ETH_SIGN',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTransaction',
    'constructor',
    '__proto__',
    '',
    'toString',
  ])('never signs with the method %j [S6.7]', (name) => {
    expect(getRefusal(createRequest(name, ['0x', accounts.eip155]))).toEqual({
      code: 4200,
      message: 'Requested RPC call is not allowed',
    })
  })

  it('gives the same result for the same request, parsed from its canonical form', () => {
    const again = describeRequest({ ...request, params: JSON.parse(canonical).params })
    expect(again).toEqual(describeRequest(request))
  })

  it('requires a network of the method’s namespace', () => {
    expect(getRefusal({ ...request, chain: solanaChain })).toMatchObject({ code: -32602 })
    expect(getRefusal(createRequest('solana_signMessage', {}, { chain: 'eip155:1' }))).toMatchObject({ code: -32602 })
  })
})
