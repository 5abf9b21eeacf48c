import { accountContracts, createAuthenticator, type Devnet, devAccount, startDevnet } from '@latchkey/devnet'
import { type Address, createTestClient, createWalletClient, type Hex, http, publicActions, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPrintedCode } from '../../encoding/printedCode.js'
import type { CallNode } from '../../frame/requests/node.js'
import { callDevnet } from '../../frame/test/callDevnet.js'
import type { FrameNetwork } from '../../protocol/network.js'
import { delayModifier, type Guardians, moduleFactory } from '../../signing/smart/guardians.js'
import { type PasskeyAssertion, type PasskeyKey, toSignerAddress } from '../../signing/smart/passkeyOwner.js'
import {
  cancelRequest,
  changeGuardians,
  findGuardians,
  type Recovery,
  type RecoveryProgress,
  readRecovery,
} from './changeGuardians.js'
import {
  type ChangeOptions,
  changeOwners,
  type OwnerSigner,
  readCurrentOwners,
  toSelfCustodialAddress,
} from './changeOwners.js'
import { toRecoveryKey } from './recoveryCode.js'

const day = 86_400
const signal = new AbortController().signal
const network: FrameNetwork = {
  ...{ caipNetworkId: 'eip155:31337', name: 'One', symbol: 'ETH', decimals: 18 },
  ...{ hasSmartAccounts: true, hasPaymaster: true },
}
let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ accounts: true })
})
afterAll(() => devnet?.stop())

const callNode: CallNode = (call) => callDevnet(devnet)(call)
const place = { network, callNode, signal }
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)))
const getChain = () =>
  createTestClient({ mode: 'anvil', transport: http(devnet.chains[0].rpcUrl) }).extend(publicActions)
let passed = 0
const now = (): number => Date.now() + passed * 1_000
const letPass = async (seconds: number): Promise<void> => {
  passed += seconds
  await getChain().increaseTime({ seconds })
  await getChain().mine({ blocks: 1 })
}

type Passkey = { readonly key: PasskeyKey; readonly get: (challenge: string) => PasskeyAssertion }
function createPasskey(): Passkey {
  const authenticator = createAuthenticator('https://wallet.example')
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

/** Three people with wallets of their own; two of them are enough. */
const people = [1, 2, 3].map((index) => devAccount(index))
const terms: Guardians = { addresses: people.map(({ address }) => address), threshold: 2, delay: 3 * day }
async function send(person: (typeof people)[number], transaction: { to: Address; data: Hex } | undefined) {
  if (!transaction) throw new Error('There is nothing to send.')
  const wallet = createWalletClient({ account: person, transport: http(devnet.chains[0].rpcUrl) })
  const hash = await wallet.sendTransaction({ ...transaction, chain: null, gas: 1_000_000n })
  return (await getChain().waitForTransactionReceipt({ hash, pollingInterval: 50 })).status
}
const [ada, bob, eve] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]

async function createUser(guardians: Guardians = terms) {
  const [first, next] = [createPasskey(), createPasskey()]
  const { address: recovery } = await toRecoveryKey(toPrintedCode(crypto.getRandomValues(new Uint8Array(16))))
  const origin = { first: first.key, recovery }
  const options: ChangeOptions = { origin, network, signer: by(first), callNode, wait, now, signal }
  await changeGuardians(options, guardians)
  const account = toSelfCustodialAddress(origin)
  const read = async (): Promise<RecoveryProgress> => {
    const progress = await readRecovery(asked, place)
    if (!progress) throw new Error('There are no guardians.')
    return progress
  }
  const asked: Recovery = { account, key: next.key, recovery }
  return { first, next, recovery, options, account, asked, find: () => readRecovery(asked, place), read }
}
type User = Awaited<ReturnType<typeof createUser>>

/** Two guardians approve, and one of them starts the waiting period. */
async function queue({ read }: User): Promise<void> {
  for (const person of [ada, bob]) expect(await send(person, (await read()).transaction)).toBe('success')
  expect(await read()).toMatchObject({ step: 'queue', approved: expect.arrayContaining([ada.address, bob.address]) })
  expect(await send(eve, (await read()).transaction)).toBe('success')
}

test('two of three guardians replace a lost passkey, but only after the waiting period', async () => {
  expect([delayModifier, moduleFactory]).toEqual([accountContracts.delayModule, accountContracts.moduleFactory])
  const user = await createUser()
  const { account, next, read, recovery, options } = user
  expect(await findGuardians(account, place)).toMatchObject({
    ...terms,
    addresses: expect.arrayContaining([eve.address]),
  })
  // setting up the same guardians again changes nothing
  await changeGuardians(options, terms)
  const before = await read()
  expect(before).toMatchObject({ step: 'approve', approved: [], owner: toSignerAddress(next.key) })
  expect(await send(ada, before.transaction)).toBe('success')
  expect(await read()).toMatchObject({ step: 'approve', approved: [ada.address] })
  // one approval is not enough, and a stranger’s is rejected
  expect(await send(devAccount(5), before.transaction)).toBe('reverted')
  expect(await send(bob, before.transaction)).toBe('success')
  expect(await send(eve, (await read()).transaction)).toBe('success')
  const waiting = await read()
  expect(waiting).toMatchObject({ step: 'wait' })
  expect(waiting).not.toHaveProperty('transaction')
  await letPass(2 * day)
  expect((await read()).step).toBe('wait')
  expect(await readCurrentOwners(options)).toContain(recovery)
  await letPass(day)
  expect((await read()).step).toBe('execute')
  // anyone may execute it
  expect(await send(devAccount(5), (await read()).transaction)).toBe('success')
  expect(await readCurrentOwners(options)).toEqual([toSignerAddress(next.key), recovery])
  expect((await read()).step).toBe('done')
  // the new passkey owns it, and the guardians remain
  await changeOwners({ ...options, signer: by(next), passkeys: [createPasskey().key] })
  expect(await readCurrentOwners(options)).toHaveLength(3)
  expect(await findGuardians(account, place)).not.toHaveProperty('pending')
})

test('the owner can cancel a request of the guardians, even when it is due, and each later one', async () => {
  const user = await createUser()
  const { options, read, account } = user
  for (const time of [0, 4 * day]) {
    await queue(user)
    if (time > 0) await letPass(time)
    const stale = (await read()).transaction
    await cancelRequest(options)
    expect(await findGuardians(account, place)).not.toHaveProperty('pending')
    expect(await read()).toMatchObject({ step: 'approve', approved: [] })
    if (stale) await expect(send(ada, stale)).resolves.toBe('reverted')
  }
  // nothing to cancel
  await cancelRequest(options)
})

test('replacing or removing guardians invalidates their approvals and requests', async () => {
  const user = await createUser()
  const { options, account, read, find } = user
  await queue(user)
  await letPass(4 * day)
  const stale = (await read()).transaction
  // the new guardians start without the approvals of the former ones
  const fewer = { addresses: [ada.address, bob.address], threshold: 1, delay: day }
  await changeGuardians(options, fewer)
  expect(await findGuardians(account, place)).toMatchObject({ threshold: 1, delay: day })
  expect(await send(ada, stale)).toBe('reverted')
  expect(await read()).toMatchObject({ step: 'approve', approved: [] })
  await changeGuardians(options, undefined)
  expect(await findGuardians(account, place)).toBeUndefined()
  expect(await find()).toBeUndefined()
  // setting up the same guardians again creates new contracts without requests
  await changeGuardians(options, terms)
  expect(await read()).toMatchObject({ step: 'approve', approved: [] })
})

test('a request made before the owners changed reverts; once canceled, it can be made again', async () => {
  const user = await createUser()
  const { options, read, recovery, next } = user
  await queue(user)
  await letPass(4 * day)
  const stale = (await read()).transaction
  const second = createPasskey()
  await changeOwners({ ...options, passkeys: [second.key] })
  expect((await read()).step).toBe('other')
  expect(await send(ada, stale)).toBe('reverted')
  await cancelRequest({ ...options, signer: by(second) })
  await queue(user)
  await letPass(4 * day)
  expect(await send(ada, (await read()).transaction)).toBe('success')
  expect(await readCurrentOwners(options)).toEqual([toSignerAddress(next.key), recovery])
})

test('error: rejects invalid guardians, thresholds and delays with a RangeError and changes nothing', async () => {
  const { options, account } = await createUser()
  for (const wrong of [
    { ...terms, threshold: 4 },
    { ...terms, threshold: 0 },
    { ...terms, delay: day - 1 },
    { ...terms, delay: 91 * day },
    { ...terms, addresses: [ada.address, ada.address] },
    { ...terms, addresses: [ada.address, account] },
    { ...terms, addresses: [ada.address, '0x0000000000000000000000000000000000000001' as const] },
  ])
    await expect(changeGuardians(options, wrong)).rejects.toThrow(RangeError)
  expect(await findGuardians(account, place)).toMatchObject({ threshold: 2 })
})
