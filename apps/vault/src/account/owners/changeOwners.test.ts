import { createAuthenticator, type Devnet, startDevnet } from '@latchkey/devnet'
import { type Address, createPublicClient, type Hex, hashMessage, hexToBytes, http, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPrintedCode } from '../../encoding/printedCode.js'
import { FrameRequestError } from '../../frame/errors.js'
import type { CallNode, NodeCall } from '../../frame/requests/node.js'
import { fillOperation } from '../../frame/smart/fillOperation.js'
import { awaitTransaction, type SignedOperation, sendOperation } from '../../frame/smart/sendOperation.js'
import { callDevnet } from '../../frame/test/callDevnet.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { type Accounts, deriveAccounts } from '../../signing/keys.js'
import { describeRequest } from '../../signing/readRequest.js'
import { completeRequest } from '../../signing/signRequest.js'
import { draftOperation } from '../../signing/smart/draftOperation.js'
import { isPossibleOwner } from '../../signing/smart/owners.js'
import {
  type PasskeyAssertion,
  type PasskeyKey,
  passkeySharedSigner,
  toSignerAddress,
} from '../../signing/smart/passkeyOwner.js'
import { type ChangeOwnersOptions, changeOwners, type OwnerSigner, toSelfCustodialAddress } from './changeOwners.js'
import { type RecoveryKey, toRecoveryKey } from './recoveryCode.js'

const origin = 'https://wallet.example'
const to = '0x000000000000000000000000000000000000bEEF'
const signal = new AbortController().signal
const [one, two] = [31_337, 31_338] as const
const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ accounts: true })
})
afterAll(() => devnet?.stop())

const toNetwork = (id: number, hasPaymaster = true): FrameNetwork => ({
  caipNetworkId: `eip155:${id}`,
  name: id === one ? 'One' : 'Two',
  symbol: 'ETH',
  decimals: 18,
  hasSmartAccounts: true,
  ...(hasPaymaster && { hasPaymaster }),
})
const toClient = (id: number) =>
  createPublicClient({ transport: http(devnet.chains.find((chain) => chain.id === id)?.rpcUrl) })
const readOwners = (id: number, address: Address) =>
  toClient(id).readContract({ address, abi, functionName: 'getOwners' })
const callNode: CallNode = (call) => callDevnet(devnet)(call)
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)))

type Passkey = { readonly key: PasskeyKey; readonly get: (challenge: string) => PasskeyAssertion }
function createPasskey(): Passkey {
  const authenticator = createAuthenticator(origin)
  const { x, y } = authenticator.publicKey
  const toWord = (part: string): Hex => toHex(Buffer.from(part, 'base64url'))
  return {
    key: { x: toWord(x), y: toWord(y) },
    get: (challenge) => authenticator.get({ challenge, rpId: 'wallet.example' }).response,
  }
}
const by = (passkey: Passkey): OwnerSigner => ({
  passkeys: [passkey.key],
  assert: async (challenge) => ({ key: passkey.key, assertion: passkey.get(challenge) }),
})
const createCode = (): Promise<RecoveryKey> => toRecoveryKey(toPrintedCode(crypto.getRandomValues(new Uint8Array(16))))

type User = {
  readonly first: Passkey
  readonly code: RecoveryKey
  readonly address: Address
  /** Changes the owners on one network, as the page does. */
  change(options: Pick<ChangeOwnersOptions, 'signer'> & ChangeWith): Promise<void>
  /** Sends like the app and custody, with the passkey that custody knows as an owner on that network. */
  send(passkey: Passkey, id?: number): Promise<string>
  sign(passkey: Passkey, message: string): Hex
}
type ChangeWith = {
  readonly passkeys: readonly Passkey[]
  /** Default: `others`, as in a recovery. */
  readonly removes?: readonly Passkey[] | 'others'
  readonly id?: number
  readonly callNode?: CallNode
  readonly network?: FrameNetwork
}
async function createUser(): Promise<User> {
  const [first, code] = [createPasskey(), await createCode()]
  const account = { first: first.key, recovery: code.address }
  const address = toSelfCustodialAddress(account)
  const toAccounts = (passkey: Passkey): Accounts => {
    return { ...deriveAccounts(new Uint8Array(16).fill(7)), selfCustody: { ...account, passkeys: [passkey.key] } }
  }
  const complete = (passkey: Passkey, method: string, params: unknown, id: number = one): unknown => {
    const { caipNetworkId: chain } = toNetwork(id)
    const accounts = toAccounts(passkey)
    const {
      canonical,
      digest,
      challenge = '0x',
    } = describeRequest({
      ...{ method, params, chain, accounts, origin },
      now: Date.now(),
    })
    const assertion = passkey.get(Buffer.from(hexToBytes(challenge)).toString('base64url'))
    const expected = { digest, method, chain, origin }
    return completeRequest({ canonical, accounts, key: passkey.key, assertion, expected })
  }
  return {
    first,
    code,
    address,
    change: ({ passkeys, removes = 'others', id = one, network = toNetwork(id), signer, callNode: own = callNode }) =>
      changeOwners({
        ...{ origin: account, network, signer, signal, wait, now: Date.now, callNode: own },
        passkeys: passkeys.map(({ key }) => key),
        removes: removes === 'others' ? removes : removes.map(({ key }) => key),
      }),
    async send(passkey, id = one) {
      const [method, network] = ['eth_sendTransaction', toNetwork(id)]
      const params = [{ from: address, to, value: '0x0' }]
      const accounts = toAccounts(passkey)
      const chain = network.caipNetworkId
      const draft = draftOperation({ method, params, chain, accounts, origin, now: Date.now() })
      const request = { id: '1', method, params, network, rpcUrl: undefined, signal }
      const terms = await fillOperation(request, { draft, callNode, isBusy: false })
      const signed = complete(passkey, method, [...params, terms], id) as SignedOperation
      const hash = await sendOperation(request, { signed, callNode })
      return awaitTransaction(request, { hash, callNode, wait })
    },
    sign: (passkey, message) =>
      (complete(passkey, 'personal_sign', [toHex(message), address]) as { readonly signature: Hex }).signature,
  }
}
/** Counts the operations sent, and fails in the given way after each. */
function createFlaky(fail: (call: NodeCall) => Promise<void> | void): { readonly callNode: CallNode; sent: number } {
  const flaky = {
    sent: 0,
    callNode: (async (call) => {
      if (call.method !== 'eth_sendUserOperation') return callNode(call)
      flaky.sent += 1
      const result = await callNode(call)
      await fail(call)
      return result
    }) as CallNode,
  }
  return flaky
}

describe('a recovery code', () => {
  test('always derives the same key, and gives an account of its own address', async () => {
    const printed = toPrintedCode(Uint8Array.from({ length: 16 }, (_, index) => index))
    const { address } = await toRecoveryKey(printed.toLowerCase().replaceAll('-', ' '))
    // computed with another implementation: printed codes must work for years
    expect(address).toBe('0xB591e83B57f1dA7bc73103B3F8e70DD639c05386')
    await expect(toRecoveryKey(`${printed.slice(0, -1)}Z`)).rejects.toThrow('This code is not valid')
    const { key: first } = createPasskey()
    const [recovery, other] = [address, (await createCode()).address]
    const addresses = [{ first }, { first, recovery }, { first, recovery: other }].map(toSelfCustodialAddress)
    expect(new Set(addresses).size).toBe(3)
    for (const odd of [passkeySharedSigner, '0x0000000000000000000000000000000000000000'] as const)
      expect(isPossibleOwner(odd)).toBe(false)
    expect(isPossibleOwner(recovery)).toBe(true)
  })

  test('replaces a lost passkey whether or not the account is deployed; the chain then rejects that passkey', async () => {
    const user = await createUser()
    const { address, code, first } = user
    await user.send(first, one)
    expect(await readOwners(one, address)).toEqual([passkeySharedSigner, code.address])
    expect(await toClient(two).getCode({ address })).toBeUndefined()
    const next = createPasskey()
    for (const id of [one, two]) {
      await user.change({ passkeys: [next], id, signer: { code } })
      expect(await readOwners(id, address)).toEqual([toSignerAddress(next.key), code.address])
      expect(await toClient(id).readContract({ address, abi, functionName: 'getThreshold' })).toBe(1n)
      await expect(user.send(first, id)).rejects.toThrow('AA24')
      await user.send(next, id)
    }
    const isValid = { address, abi, functionName: 'isValidSignature' } as const
    const ask = (passkey: Passkey) =>
      toClient(one).readContract({ ...isValid, args: [hashMessage('Hello'), user.sign(passkey, 'Hello')] })
    expect(await ask(next)).toBe('0x1626ba7e')
    await expect(ask(first)).rejects.toThrow()
    // again, with another device: the code still owns the account
    const third = createPasskey()
    await user.change({ passkeys: [third], signer: { code } })
    expect(await readOwners(one, address)).toEqual([toSignerAddress(third.key), code.address])
  })

  test('error: is rejected before sending if it belongs to another account, and on chain if its key is wrong', async () => {
    const user = await createUser()
    const [stranger, next] = [await createUser(), createPasskey()]
    await user.send(user.first)
    const flaky = createFlaky(() => undefined)
    const wrong = { passkeys: [next], signer: { code: stranger.code }, callNode: flaky.callNode }
    await expect(user.change(wrong)).rejects.toMatchObject({ reason: 'notOwnerCode' })
    expect(flaky.sent).toBe(0)
    // the chain rejects it even if the page does not
    const signer = { code: { ...user.code, privateKey: stranger.code.privateKey } }
    await expect(user.change({ passkeys: [next], signer })).rejects.toThrow('AA24')
    expect(await readOwners(one, user.address)).toEqual([passkeySharedSigner, user.code.address])
  })

  test('resumes after a failure, a lost response and a race with the owner, without sending twice', async () => {
    const user = await createUser()
    const { code, address } = user
    const [next, second] = [createPasskey(), createPasskey()]
    const recover = { passkeys: [next], signer: { code } }
    const down: CallNode = (call) =>
      call.chain === 'eip155:31338' ? Promise.reject(new FrameRequestError('Down')) : callNode(call)
    await user.change(recover)
    await expect(user.change({ ...recover, id: two, callNode: down })).rejects.toThrow('Down')
    // the first network is done; on the second, the response is lost but the bundler has the operation
    const lost = createFlaky(() => Promise.reject(new FrameRequestError('Lost')))
    await user.change({ ...recover, callNode: lost.callNode })
    expect(lost.sent).toBe(0)
    await user.change({ ...recover, id: two, callNode: lost.callNode })
    await expect.poll(() => readOwners(two, address).catch(() => [])).toHaveLength(2)
    await user.change({ ...recover, id: two, callNode: lost.callNode })
    expect(lost.sent).toBe(1)
    for (const id of [one, two])
      expect(await readOwners(id, address)).toEqual([toSignerAddress(next.key), code.address])

    const raced = await createUser()
    await raced.send(raced.first)
    let isRaced = false
    const racing: CallNode = async (call) => {
      if (call.method === 'eth_sendUserOperation' && !isRaced) {
        isRaced = true
        await raced.change({ passkeys: [second], removes: [], signer: by(raced.first) })
      }
      return callNode(call)
    }
    const again = { passkeys: [next], signer: { code: raced.code }, callNode: racing }
    await expect(raced.change(again)).rejects.toThrow('AA25')
    expect(await readOwners(one, raced.address)).toHaveLength(3)
    await raced.change(again)
    expect(await readOwners(one, raced.address)).toEqual([toSignerAddress(next.key), raced.code.address])
  })

  test('error: fails with the reason “fee” if the account can’t pay it', async () => {
    const user = await createUser()
    const change = user.change({
      ...{ passkeys: [createPasskey()], signer: { code: user.code } },
      network: toNetwork(one, false),
    })
    await expect(change).rejects.toMatchObject({ reason: 'fee' })
  })
})

describe('a second passkey', () => {
  test('is added by the first passkey, signs on its own, and can replace the first', async () => {
    const user = await createUser()
    const { address, code, first } = user
    const second = createPasskey()
    // the account’s first operation on this network also deploys that passkey’s signer
    await user.change({ passkeys: [second], removes: [], signer: by(first) })
    expect(await readOwners(one, address)).toEqual([
      toSignerAddress(second.key),
      ...[passkeySharedSigner, code.address],
    ])
    await user.send(second)
    await user.send(first)
    // on the other network it isn't an owner yet
    await expect(user.send(second, two)).rejects.toThrow('AA24')
    await expect(
      user.change({ passkeys: [second], removes: [first], id: two, signer: by(second) }),
    ).rejects.toMatchObject({ reason: 'notOwner' })
    await user.change({ passkeys: [], removes: [first], signer: by(second) })
    expect(await readOwners(one, address)).toEqual([toSignerAddress(second.key), code.address])
    await expect(user.send(first)).rejects.toThrow('AA24')
    // and back
    await user.change({ passkeys: [first], removes: [], signer: by(second) })
    await user.send(first)
  })
})
