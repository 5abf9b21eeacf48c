import { createHash } from 'node:crypto'
import { accountContracts, createAuthenticator, type Devnet, startDevnet } from '@latchkey/devnet'
import { p256 } from '@noble/curves/nist.js'
import {
  type Address,
  concat,
  createPublicClient,
  encodePacked,
  type Hex,
  hashMessage,
  hexToBytes,
  http,
  isErc6492Signature,
  type PublicClient,
  pad,
  parseAbi,
  slice,
  toHex,
  zeroHash,
} from 'viem'
import { sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPrivateKey } from '../../signing/evm/toPrivateKey.js'
import { InvalidRequestError } from '../../signing/InvalidRequestError.js'
import { type Accounts, deriveAccounts, withKeys } from '../../signing/keys.js'
import { describeRequest } from '../../signing/readRequest.js'
import { completeRequest, signRequest } from '../../signing/signRequest.js'
import { draftOperation } from '../../signing/smart/draftOperation.js'
import * as passkeys from '../../signing/smart/passkeyOwner.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import type { CallNode } from '../requests/node.js'
import { callDevnet } from '../test/callDevnet.js'
import { fillOperation } from './fillOperation.js'
import { awaitTransaction, type SignedOperation, sendOperation } from './sendOperation.js'

const to = '0x000000000000000000000000000000000000bEEF'
const origin = 'https://app.example'
const signal = new AbortController().signal
const entropy = new Uint8Array(16).fill(7)
const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function isModuleEnabled(address module) view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function getSigner(uint256 x, uint256 y, uint176 verifiers) view returns (address)',
  'function getConfiguration(address account) view returns ((uint256 x, uint256 y, uint176 verifiers))',
])
let devnet: Devnet
let client: PublicClient

beforeAll(async () => {
  devnet = await startDevnet({ accounts: true })
  client = createPublicClient({ transport: http(devnet.chains[0].rpcUrl) })
})
afterAll(() => devnet?.stop())

const toNetwork = (id = 31_337) =>
  ({
    caipNetworkId: `eip155:${id}`,
    name: 'Local',
    symbol: 'ETH',
    decimals: 18,
    hasSmartAccounts: true,
    hasPaymaster: true,
  }) as const
const callNode: CallNode = (call) => callDevnet(devnet)(call)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)))
const mined = async (hash: string): Promise<Hex> =>
  (await awaitTransaction({ network: toNetwork(), signal }, { hash, callNode, wait })) as Hex

type Passkey = {
  readonly key: passkeys.PasskeyKey
  /** What it returns for a hash, in the vault's frame on the app's page. */
  readonly get: (challenge: Hex, options?: { readonly isVerified?: boolean }) => passkeys.PasskeyAssertion
}
function createPasskey(): Passkey {
  const authenticator = createAuthenticator('https://wallet.example')
  const toWord = (part: string): Hex => toHex(Buffer.from(part, 'base64url'))
  const { x, y } = authenticator.publicKey
  return {
    key: { x: toWord(x), y: toWord(y) },
    get(hash, options) {
      const challenge = Buffer.from(hexToBytes(hash)).toString('base64url')
      return authenticator.get({ challenge, rpId: 'wallet.example' }, { topOrigin: origin, ...options }).response
    },
  }
}

type Draft = ReturnType<typeof describeRequest> & { readonly method: string; readonly chain: string }
type User = {
  readonly address: Address
  readonly accounts: Accounts
  readonly passkey: Passkey
  describe(method: string, params: unknown, id?: number): Draft
  /** Fills an operation in, and describes it. */
  fill(value: Hex, id?: number): Promise<Draft>
  complete(draft: Draft, by?: Passkey, assertion?: passkeys.PasskeyAssertion): unknown
}
/** A user whose passkey owns the account; custody has only the key of their EOA. */
function createUser(): User {
  const passkey = createPasskey()
  const accounts = { ...deriveAccounts(entropy), selfCustody: { first: passkey.key, passkeys: [passkey.key] } }
  const { address } = toSmartAccount(accounts)
  const user: User = {
    address,
    accounts,
    passkey,
    describe(method, params, id) {
      const chain = toNetwork(id).caipNetworkId
      return { ...describeRequest({ method, params, chain, accounts, origin, now: Date.now() }), method, chain }
    },
    async fill(value, id) {
      const network = toNetwork(id)
      const [method, chain, params] = ['eth_sendTransaction', network.caipNetworkId, [{ from: address, to, value }]]
      const draft = draftOperation({ method, params, chain, accounts, origin, now: Date.now() })
      const request = { id: '1', method, params, network, rpcUrl: undefined, signal }
      const terms = await fillOperation(request, { draft, callNode, isBusy: false })
      return user.describe(method, [...params, terms], id)
    },
    complete({ canonical, digest, method, chain, challenge = '0x' }, by = passkey, assertion = by.get(challenge)) {
      return completeRequest({
        canonical,
        accounts,
        key: by.key,
        assertion,
        expected: { digest, method, chain, origin },
      })
    },
  }
  return user
}
const send = (signed: unknown, id?: number): Promise<string> =>
  sendOperation({ network: toNetwork(id), signal }, { signed: signed as SignedOperation, callNode })

test('contract addresses match the local chains, and a passkey’s signer has the address that its factory gives it', async () => {
  const { passkeySharedSigner, passkeySigner, passkeySignerFactory, p256Verifier } = accountContracts
  expect([passkeySharedSigner, passkeySigner, passkeySignerFactory, p256Verifier]).toEqual([
    ...[passkeys.passkeySharedSigner, passkeys.passkeySigner, passkeys.passkeySignerFactory, passkeys.p256Verifier],
  ])
  const { key } = createPasskey()
  const verifiers = (0x100n << 160n) | BigInt(p256Verifier)
  const args = [BigInt(key.x), BigInt(key.y), verifiers] as const
  const signer = await client.readContract({ address: passkeySignerFactory, abi, functionName: 'getSigner', args })
  expect(passkeys.toSignerAddress(key)).toBe(signer)
  // this contract verifies on networks without the precompile
  const digest = toHex(createHash('sha256').update('digest').digest())
  const secret = p256.utils.randomSecretKey()
  const [signature, point] = [
    p256.sign(hexToBytes(digest), secret, { prehash: false }),
    p256.getPublicKey(secret, false),
  ]
  const verify = async (hash: Hex): Promise<Hex | undefined> =>
    (await client.call({ to: p256Verifier, data: concat([hash, toHex(signature), toHex(point.slice(1))]) })).data
  expect([BigInt((await verify(digest)) ?? 0), BigInt((await verify(zeroHash)) ?? 0)]).toEqual([1n, 0n])
})

describe('an account owned by a passkey', () => {
  test('is deployed by its first operation, signed by the passkey, and executes later ones', async () => {
    const user = createUser()
    const { address, passkey } = user
    const before = await client.getBalance({ address: to })
    const first = await user.fill('0x0')
    expect(first.summary).toMatchObject({ kind: 'calls', account: address, deploys: true })
    const { gasUsed } = await client.getTransactionReceipt({ hash: await mined(await send(user.complete(first))) })
    expect(gasUsed).toBeLessThan(900_000n)
    expect(await client.readContract({ address, abi, functionName: 'getOwners' })).toEqual([
      passkeys.passkeySharedSigner,
    ])
    const shared = { address: passkeys.passkeySharedSigner, abi } as const
    const stored = await client.readContract({ ...shared, functionName: 'getConfiguration', args: [address] })
    expect([stored.x, stored.y]).toEqual([BigInt(passkey.key.x), BigInt(passkey.key.y)])
    const second = await user.fill('0x0')
    expect(second.summary).toMatchObject({ deploys: false, nonce: '1' })
    // authenticators return a low or a high s
    const given = passkey.get(second.challenge ?? '0x')
    const { r, s } = p256.Signature.fromBytes(Buffer.from(given.signature, 'base64url'), 'der')
    const mirrored = new p256.Signature(r, p256.Point.CURVE().n - s).toBytes('der')
    const signature = Buffer.from(mirrored).toString('base64url')
    await mined(await send(user.complete(second, passkey, { ...given, signature })))
    expect(await client.getBalance({ address: to })).toBe(before)
  })

  test('is never signed for by custody, and the chain rejects signatures of custody’s key', async () => {
    const user = createUser()
    const draft = await user.fill('0x0')
    const { canonical, digest, method, chain, challenge = '0x' } = draft
    const expected = { digest, method, chain, origin }
    const { selfCustody } = user.accounts
    await expect(signRequest({ canonical, entropy, selfCustody, expected })).rejects.toThrow(InvalidRequestError)
    // without the passkey, custody derives another account
    await expect(signRequest({ canonical, entropy, expected })).rejects.toThrow(InvalidRequestError)
    const signed = user.complete(draft) as { readonly operation: { readonly signature: Hex } }
    const { owner } = withOwner(user)
    const byKey = await withKeys(entropy, ({ keys }) =>
      sign({ hash: challenge, privateKey: toPrivateKey(keys), to: 'hex' }),
    )
    const asOwner = encodePacked(['bytes32', 'uint256', 'uint8', 'uint256', 'bytes'], [pad(owner), 65n, 0, 65n, byKey])
    for (const forged of [byKey, asOwner]) {
      const operation = { ...signed.operation, signature: concat([slice(signed.operation.signature, 0, 12), forged]) }
      await expect(send({ ...signed, operation })).rejects.toThrow('AA24')
    }
    await mined(await send(signed))
  })

  test('accepts only its own passkey, with user verification, for one operation on one network, once', async () => {
    const user = createUser()
    const stranger = createUser()
    const [draft, other, elsewhere] = [await user.fill('0x0'), await user.fill('0x2'), await user.fill('0x0', 31_338)]
    const { challenge = '0x' } = draft
    const unverified = user.passkey.get(challenge, { isVerified: false })
    const refused = [
      () => user.complete(draft, stranger.passkey),
      () => user.complete(draft, user.passkey, stranger.passkey.get(challenge)),
      () => user.complete(other, user.passkey, user.passkey.get(challenge)),
      () => user.complete(elsewhere, user.passkey, user.passkey.get(challenge)),
      () => user.complete(draft, user.passkey, unverified),
      () => user.complete({ ...draft, digest: other.digest }),
    ]
    for (const complete of refused) expect(complete).toThrow(InvalidRequestError)
    // the chain rejects them too, even if custody does not
    const { owner } = withOwner(user)
    const encode = (by: Passkey, hash: Hex): Hex =>
      passkeys.encodePasskeySignature(by.get(hash), { challenge: hash, key: by.key, owner })
    const forge = (signed: unknown, signature: Hex): unknown => {
      const { operation } = signed as { readonly operation: { readonly signature: Hex } }
      const times = slice(operation.signature, 0, 12)
      return { ...(signed as object), operation: { ...operation, signature: concat([times, signature]) } }
    }
    const [signed, signedElsewhere] = [user.complete(draft), user.complete(elsewhere)]
    await expect(send(forge(signed, encode(stranger.passkey, challenge)))).rejects.toThrow('AA24')
    await expect(send(forge(user.complete(other), encode(user.passkey, challenge)))).rejects.toThrow('AA24')
    await expect(send(forge(signedElsewhere, encode(user.passkey, challenge)), 31_338)).rejects.toThrow('AA24')
    await mined(await send(signed))
    const again = await user.fill('0x0')
    expect(() => user.complete(again, user.passkey, user.passkey.get(challenge))).toThrow(InvalidRequestError)
    await expect(send(forge(user.complete(again), encode(user.passkey, challenge)))).rejects.toThrow('AA24')
  })

  test('signs messages and typed data with signatures valid before and after deployment', async () => {
    const user = createUser()
    const { address } = user
    const typed = {
      domain: { name: 'Shop', chainId: 31_337 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: '5' },
    } as const
    const ask = (method: string, params: unknown): { readonly signature: Hex; readonly wrapped: Hex } =>
      user.complete(user.describe(method, params)) as { readonly signature: Hex; readonly wrapped: Hex }
    const verify = (signature: Hex, message = 'Hello'): Promise<boolean> =>
      client.verifyMessage({ address, message, signature })
    const before = ask('personal_sign', [toHex('Hello'), address])
    const data = ask('eth_signTypedData_v4', [address, typed])
    expect(isErc6492Signature(before.wrapped)).toBe(true)
    expect([await verify(before.wrapped), await verify(before.wrapped, 'Other')]).toEqual([true, false])
    expect(await client.verifyTypedData({ ...typed, message: { amount: 5n }, address, signature: data.wrapped })).toBe(
      true,
    )
    await mined(await send(user.complete(await user.fill('0x0'))))
    const isValid = { address, abi, functionName: 'isValidSignature' } as const
    expect(await client.readContract({ ...isValid, args: [hashMessage('Hello'), before.signature] })).toBe('0x1626ba7e')
    await expect(client.readContract({ ...isValid, args: [hashMessage('Other'), before.signature] })).rejects.toThrow()
  })

  test('error: rejects permissions with 4200, as only custody would enforce them', () => {
    const grant = { expiry: 2_000_000_000, signer: { type: 'wallet' }, permissions: [] }
    const { describe: read } = createUser()
    for (const [method, params] of [
      ['wallet_grantPermissions', [grant]],
      ['wallet_requestExecutionPermissions', []],
      ['wallet_revokePermissions', [{ permissionContext: `0x${'1'.repeat(32)}` }]],
    ] as const)
      expect(() => read(method, params)).toThrow(expect.objectContaining({ code: 4200 }))
  })
})

function withOwner({ accounts }: User): passkeys.PasskeyKey & { readonly owner: Address } {
  const [own] = toSmartAccount(accounts).passkeys ?? []
  if (!own) throw new Error('The account has no passkey')
  return own
}
