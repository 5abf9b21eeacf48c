import { join } from 'node:path'
import { type Authenticator, createAuthenticator, type Devnet, devAccount, startDevnet } from '@latchkey/devnet'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type Address, createPublicClient, createWalletClient, http, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRequest, changeGuardians, readRecovery } from '../account/owners/changeGuardians.js'
import { changeOwners, type OwnerSigner, toSelfCustodialAddress } from '../account/owners/changeOwners.js'
import { type RecoveryKey, toRecoveryKey } from '../account/owners/recoveryCode.js'
import { startCustody } from '../custody/startCustody.js'
import type { Visitor } from '../custody/test/createVisitor.js'
import { startWorld, type World } from '../custody/test/startWorld.js'
import { toPrintedCode } from '../encoding/printedCode.js'
import { fillOperation } from '../frame/smart/fillOperation.js'
import { awaitTransaction, type SignedOperation, sendOperation } from '../frame/smart/sendOperation.js'
import { callDevnet } from '../frame/test/callDevnet.js'
import type { SelfCustodyState } from '../protocol/account.js'
import type { FrameNetwork } from '../protocol/network.js'
import type { PasskeyResponse } from '../protocol/passkey.js'

const own = 'https://vault.example'
const email = 'ada@mail.example'
const day = 86_400_000
const { signal } = new AbortController()
const nobody = '0x000000000000000000000000000000000000bEEF'
let devnet: Devnet
let world: World
/** The passkey that owns the account after its recovery. */
let owner: Authenticator | undefined
/** Two networks, and a third one whose node is down. */
let networks: FrameNetwork[]
let [one, two]: [FrameNetwork, FrameNetwork] = [{} as FrameNetwork, {} as FrameNetwork]

beforeAll(async () => {
  devnet = await startDevnet({ accounts: true })
  const more = { symbol: 'ETH', decimals: 18, hasSmartAccounts: true, hasPaymaster: true } as const
  ;[one, two] = [
    { caipNetworkId: 'eip155:31337', name: 'One', ...more },
    { caipNetworkId: 'eip155:31338', name: 'Two', ...more },
  ]
  networks = [one, two, { caipNetworkId: 'eip155:5', name: 'Down', ...more }]
  const urls = new Map(devnet.chains.map(({ id, rpcUrl }) => [`eip155:${id}`, rpcUrl]))
  const toUrl = (chain: string): string => urls.get(chain) ?? 'http://127.0.0.1:1'
  world = await startWorld({
    projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example'], selfCustody: 'optional' as const }]]),
    networks: networks.map((network) => {
      const rpcUrls = [toUrl(network.caipNetworkId)]
      return { ...network, rpcUrls, bundlers: rpcUrls }
    }),
  })
})
afterAll(async () => {
  await world?.stop()
  await devnet?.stop()
})

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)))
const answer = (by: Authenticator, options: unknown): PasskeyResponse =>
  by.get(options as PublicKeyCredentialRequestOptionsJSON)
const createCode = (): Promise<RecoveryKey> => toRecoveryKey(toPrintedCode(crypto.getRandomValues(new Uint8Array(16))))
const getState = async (page: Visitor): Promise<SelfCustodyState> => {
  const { selfCustody } = await page.get('account.get', {})
  if (!selfCustody) throw new Error('There is no self-custody.')
  return selfCustody
}
const getAccount = async (page: Visitor): Promise<NonNullable<SelfCustodyState['current']>> => {
  const { current } = await getState(page)
  if (!current) throw new Error('Self-custody is off.')
  return current
}

/** A browser on the vault's own page, logged in by email. */
async function openPage(): Promise<Visitor> {
  const page = world.createVisitor({ origin: own })
  await world.logIn(page, email)
  return page
}
async function addPasskey(page: Visitor, name: string): Promise<Authenticator> {
  await page.get('account.code', { purpose: 'link' })
  const { options } = await page.get('passkey.start', { use: 'link', code: world.getMail(email).code })
  if (!('user' in options)) throw new Error('No passkey was to be created.')
  const authenticator = createAuthenticator(own)
  await page.get('passkey.finish', { use: 'link', response: authenticator.create(options), name })
  world.move(61_000)
  return authenticator
}
/** As the page does: changes the owners on a network, then has custody read them there. */
async function change(page: Visitor, network: FrameNetwork, names: readonly string[], signer: OwnerSigner) {
  const { passkeys } = await getState(page)
  await changeOwners({
    origin: await getAccount(page),
    passkeys: passkeys.filter(({ name }) => names.includes(name)).map(({ key }) => key),
    ...{ removes: 'others', network, signer, signal, wait, now: Date.now, callNode: callDevnet(devnet) },
  })
  return page.get('selfCustody.read', { chain: network.caipNetworkId })
}
/** Sends an empty transaction from the app, signed by a passkey. */
async function send(app: Visitor, network: FrameNetwork, by: Authenticator): Promise<string> {
  const { smartAccount } = await app.get('user.get', {})
  const [method, chain] = ['eth_sendTransaction', network.caipNetworkId]
  const params = [{ from: smartAccount, to: nobody, value: '0x0' }]
  const draft = await app.get('operation.draft', { method, params, chain })
  const request = { id: '1', method, params, network, rpcUrl: undefined, signal }
  const callNode = callDevnet(devnet)
  const terms = await fillOperation(request, { draft, callNode, isBusy: false })
  const { id, digest, ceremony } = await app.get('request.prepare', { method, params: [...params, terms], chain })
  const { result } = await app.get('request.sign', { id, digest, passkey: answer(by, ceremony) })
  const hash = await sendOperation(request, { signed: result as SignedOperation, callNode })
  return awaitTransaction(request, { hash, callNode, wait })
}
const isDeployed = async (chain: number, address: string): Promise<boolean> => {
  const client = createPublicClient({ transport: http(devnet.chains.find(({ id }) => id === chain)?.rpcUrl) })
  return (await client.getCode({ address: address as Address })) !== undefined
}

test('a recovery code replaces a lost passkey from a new device, one network at a time', async () => {
  const app = world.createVisitor()
  await world.logIn(app, email)
  const first = await openPage()
  const lost = await addPasskey(first, 'Lost')
  const code = await createCode()
  const [passkey] = (await getState(first)).passkeys
  await first.get('account.code', { purpose: 'custody' })
  const start = { passkey: passkey?.id ?? '', recovery: code.address, code: world.getMail(email).code }
  const { options } = await first.get('selfCustody.start', start)
  const response = answer(lost, options)
  const { smartAccount } = await first.get('selfCustody.finish', { response, recovery: code.address })
  // the page derives the same address, from the key that it knows
  expect(smartAccount).toBe(toSelfCustodialAddress(await getAccount(first)))
  await send(app, one, lost)
  expect([await isDeployed(31_337, smartAccount), await isDeployed(31_338, smartAccount)]).toEqual([true, false])

  // that device is gone: a new one, with a login by email and a new passkey
  world.move(day)
  const page = await openPage()
  const next = await addPasskey(page, 'New')
  owner = next
  const account = await getAccount(page)
  expect(account).toMatchObject({ address: smartAccount, recovery: code.address, networks: [] })
  const ids = new Map((await getState(page)).passkeys.map(({ name, id }) => [name, id]))
  // until it is an owner, custody neither requests nor accepts it
  const ask = { method: 'personal_sign', params: [toHex('Hello'), smartAccount], chain: two.caipNetworkId }
  await app.get('hello', {})
  const before = await app.get('request.prepare', ask)
  expect((before.ceremony as PublicKeyCredentialRequestOptionsJSON).allowCredentials).toHaveLength(1)
  const { id, digest, ceremony } = before
  expect(await codeOf(app.ask('request.sign', { id, digest, passkey: answer(next, ceremony) }))).toBe('PASSKEY_REFUSED')

  const recovered = { passkeys: [ids.get('New')], hasRecovery: true }
  expect(await change(page, one, ['New'], { code })).toEqual({ chain: one.caipNetworkId, ...recovered })
  expect((await getAccount(page)).networks).toEqual([{ chain: one.caipNetworkId, ...recovered }])
  await send(app, one, next)
  // on the other network it isn't an owner yet: custody doesn't request a passkey that can't sign there
  const halfway = await app.get('request.prepare', ask)
  const allowed = (halfway.ceremony as PublicKeyCredentialRequestOptionsJSON).allowCredentials
  const [atFirst] = (before.ceremony as PublicKeyCredentialRequestOptionsJSON).allowCredentials ?? []
  expect(allowed).toEqual([atFirst])
  // the lost passkey can no longer sign
  await expect(send(app, one, lost)).rejects.toThrow()

  const { notices } = await app.get('notices.list', {})
  expect(notices[0]?.title).toBe('The owners of your smart account have changed')
  const subject = world.mailbox.getMails(email).at(-1)?.subject
  expect(subject).toContain('The owners of your smart account have changed')

  // the lost passkey was also a login: it can be removed now, and custody no longer requests it
  world.move(2 * day)
  await page.get('hello', {})
  await page.get('account.code', { purpose: 'unlink' })
  const confirmed = { code: world.getMail(email).code }
  await page.get('logins.remove', { id: ids.get('Lost') ?? '', ...confirmed })
  world.move(61_000)
  await page.get('account.code', { purpose: 'unlink' })
  const only = { id: ids.get('New') ?? '', code: world.getMail(email).code }
  expect(await page.ask('logins.remove', only)).toMatchObject({ error: { code: 'NOT_ALLOWED' } })
  await app.get('hello', {})
  expect(await app.ask('request.prepare', ask)).toMatchObject({
    error: { code: 'NOT_ALLOWED', message: expect.stringContaining('on this network') },
  })
  // where it isn't deployed, the code still owns it
  expect(await change(page, two, ['New'], { code })).toEqual({ chain: two.caipNetworkId, ...recovered })
  await send(app, two, next)
  expect((await getAccount(page)).passkey).toBe(ids.get('Lost'))
})

test('the owner is emailed about a request of guardians without opening the page, and can cancel it', async () => {
  const page = await openPage()
  const { passkeys } = await getState(page)
  const key = passkeys.find(({ name }) => name === 'New')?.key
  if (!key || !owner) throw new Error('There is no owner.')
  const { x, get } = { x: key.x, get: owner.get }
  const signer: OwnerSigner = {
    passkeys: [key],
    assert: async (challenge, [own]) => {
      expect(own?.x).toBe(x)
      return { key, assertion: get({ challenge, rpId: 'vault.example' }).response }
    },
  }
  const account = await getAccount(page)
  const options = { origin: account, network: one, signer, signal, wait, now: Date.now, callNode: callDevnet(devnet) }
  const people = [devAccount(1), devAccount(2), devAccount(3)]
  const terms = { addresses: people.map(({ address }) => address), threshold: 2, delay: 2 * 86_400 }
  await changeGuardians(options, terms)
  const read = () => page.get('selfCustody.read', { chain: one.caipNetworkId })
  expect((await read()).guardians).toMatchObject({ threshold: 2, delay: terms.delay })
  const getSubjects = (): readonly string[] => world.mailbox.getMails(email).map(({ subject }) => subject)
  await expect.poll(getSubjects).toContainEqual(expect.stringContaining('guardians of your smart account have changed'))

  const asked = { account: account.address as Address, key: { x: toHex(1n, { size: 32 }), y: toHex(2n, { size: 32 }) } }
  for (const person of [people[0], people[1], people[2]]) {
    const progress = await readRecovery(asked, { network: one, callNode: callDevnet(devnet), signal })
    const wallet = createWalletClient({ account: person ?? nobody, transport: http(devnet.chains[0].rpcUrl) })
    await wallet.sendTransaction({ ...progress?.transaction, chain: null, gas: 1_000_000n })
  }
  // no page is open: each custody process checks on its own, also right after its start
  const told = () =>
    world.mailbox.getMails(email).filter(({ subject }) => subject.includes('want to replace the owner'))
  expect(told()).toHaveLength(0)
  world.move(600_001)
  const another = await startCustody({ ...world.options, listen: { socket: join(world.folder, 'another.sock') } })
  await expect.poll(told, { timeout: 20_000 }).toHaveLength(1)
  await another.stop()
  await page.get('hello', {})
  const [waiting] = (await getAccount(page)).networks
  expect(waiting?.guardians?.dueAt).toBeGreaterThan(Date.now() + day)
  await cancelRequest(options)
  expect((await read()).guardians).not.toHaveProperty('dueAt')
  expect(told()).toHaveLength(1)
  await changeGuardians(options, undefined)
  expect(await read()).not.toHaveProperty('guardians')
})

test('error: custody reads owners only on networks with a node, and rejects rows changed from outside', async () => {
  const page = await openPage()
  const read = (chain: string) => page.ask('selfCustody.read', { chain })
  expect(await codeOf(read('eip155:99'))).toBe('NOT_ALLOWED')
  expect(await codeOf(read('solana:1'))).toBe('INVALID_PARAMS')
  expect(await read('eip155:5')).toMatchObject({ error: { code: 'UNAVAILABLE', retryAfter: 5 } })
  const stranger = world.createVisitor({ origin: own })
  await world.logIn(stranger, 'bob@mail.example')
  expect(await codeOf(stranger.ask('selfCustody.read', { chain: one.caipNetworkId }))).toBe('NOT_ALLOWED')
  // nothing has changed: no one is notified
  const count = (await world.database.query("SELECT 1 FROM audit WHERE event = 'selfCustody.changed'")).length
  expect(await codeOf(read(one.caipNetworkId))).toBe('none')
  expect(await world.database.query("SELECT 1 FROM audit WHERE event = 'selfCustody.changed'")).toHaveLength(count)
  await world.database.query(`UPDATE self_custody_owners SET owners = '${nobody}' WHERE chain = $1`, [
    one.caipNetworkId,
  ])
  expect(await codeOf(page.ask('account.get', {}))).toBe('INTERNAL')
})
