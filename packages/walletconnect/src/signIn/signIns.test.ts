import type { SiwxMessageFields } from '@latchkey/core'
import { SiweMessage } from 'siwe'
import { verifyMessage } from 'viem'
import { expect, test, vi } from 'vitest'
import { createRig, type Rig } from '../../test/createRig.js'
import { createSignIn } from '../../test/createSignIn.js'
import { evmOne, evmThree, evmTwo, toNetwork } from '../../test/networks.js'
import type { RelayProvider } from '../providers/relayProvider.js'

type Hex = `0x${string}`

test('[S4.25] one approval connects and signs in on two chains, with a valid signature for each', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const { signIn, signed, messages } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  const { uri } = await pairing.nextCode()
  expect(uri).toContain('methods=wc_sessionAuthenticate')
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(['eip155'])

  const address = wallet.getState().addresses.eip155 as Hex
  expect(signed).toHaveLength(1)
  expect(signed[0]?.map(({ data }) => data.chainId)).toEqual([evmOne, evmTwo])
  const asked = messages[0] as SiwxMessageFields
  for (const { data, message, signature, cacao } of signed[0] ?? []) {
    const { chainId: _chain, accountAddress: _account, statement, resources, ...plain } = asked
    expect(data).toMatchObject({ ...plain, accountAddress: address })
    expect(data.resources?.slice(0, -1)).toEqual(resources)
    expect(data.statement).toMatch(new RegExp(`^${statement} I further authorize the stated URI .*'personal_sign'`))
    expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
    // siwe also parses it, with the ReCap's words in its statement
    expect(new SiweMessage(message)).toMatchObject({ address, nonce: asked.nonce, requestId: asked.requestId })
    expect(cacao?.s.s).toBe(signature)
  }
  expect(await rig.connect()).toMatchObject({
    caipNetworkId: evmOne,
    accounts: [{ address }],
    approvedCaipNetworkIds: [evmOne, evmTwo],
    wallet: { name: 'Test wallet' },
  })
  expect(wallet.getState().log.join()).not.toContain('proposes')
  expect(rig.warnings).toEqual([])
})

test('a wallet that ignores the sign-in is connected without a signature', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signIns: 'ignore' } })
  const { signIn, signed } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  expect(await rig.connect()).toMatchObject({ approvedCaipNetworkIds: [evmOne, evmTwo] })
  expect(wallet.getState().log.join()).toContain('Approved a connection')
  expect(signed).toEqual([])
})

test('error: rejects with USER_REJECTED if the wallet declines, and the next code works', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signIns: 'reject' } })
  const { signIn, signed } = createSignIn()
  const declined = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await declined.nextCode()).uri)
  await expect(declined.agreed).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  wallet.setPolicy({ signIns: 'approve' })
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  expect(signed[0]?.[0]?.data.nonce).toBe('nonce1abcdefgh')
})

test('error: rejects with USER_REJECTED if the wallet ignores the sign-in and declines the connection', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signIns: 'ignore', proposals: 'reject' } })
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('connects the wallet without a sign-in if it signs with another nonce', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signInFault: 'nonce' } })
  const { signIn, signed } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  expect(signed).toEqual([])
  expect(rig.warnings).toEqual([
    expect.objectContaining({ code: 'INVALID_WALLET_REPLY', details: "2 of 2 sign-ins don't match the request." }),
  ])
})

test('passes signatures on without verifying them, even one of another key', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signInFault: 'key' } })
  const { signIn, signed } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  expect(signed[0]).toHaveLength(2)
  const address = wallet.getState().addresses.eip155 as Hex
  for (const { data, message, signature } of signed[0] ?? []) {
    expect(data.accountAddress).toBe(address)
    expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(false)
  }
})

test('uses only signatures for requested chains if the wallet signs on fewer or on others', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { chains: [evmTwo] } })
  const { signIn, signed } = createSignIn()
  const fewer = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await fewer.nextCode()).uri)
  await fewer.agreed
  expect(signed[0]?.map(({ data }) => data.chainId)).toEqual([evmTwo])
  expect(await rig.connect()).toMatchObject({ caipNetworkId: evmTwo, approvedCaipNetworkIds: [evmTwo] })

  wallet.setPolicy({ chains: [evmThree, evmOne] })
  const others = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await others.nextCode()).uri)
  await others.agreed
  expect(signed[1]?.map(({ data }) => data.chainId)).toEqual([evmOne])
})

test('error: rejects with CHAINS_NOT_SUPPORTED if no chain of the modal was signed, and ends the session', async () => {
  const rig = await createRig({ networks: [toNetwork(evmTwo)] })
  const wallet = await rig.createWallet({ policy: { chains: [evmOne] } })
  const { signIn, signed } = createSignIn({ chainIds: [evmTwo] })
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED' })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  expect(signed).toEqual([])
})

test('ignores and ends a late sign-in with a replaced code; the new code has a new nonce', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const [late, wallet] = [await rig.createWallet(), await rig.createWallet()]
  const { signIn, signed, messages } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  const old = await pairing.nextCode()
  asleep = 235_000
  rig.page.dispatchEvent(new Event('visibilitychange'))
  const { uri } = await pairing.nextCode(2)
  expect(messages).toHaveLength(2)

  await late.pair(old.uri)
  await vi.waitFor(() => expect(late.getState().log.join()).toContain('Signed in on 2 chains'))
  await vi.waitFor(() => expect(late.getState().sessions).toEqual([]))
  expect(signed).toEqual([])
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  await wallet.pair(uri)
  await pairing.agreed
  expect(signed[0]?.map(({ data }) => data.nonce)).toEqual([messages[1]?.nonce, messages[1]?.nonce])
  expect((await rig.connect()).accounts[0].address).toBe(wallet.getState().addresses.eip155)
})

test('a wallet that declines a replaced code does not end the new one', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const [late, wallet] = [await rig.createWallet({ policy: { signIns: 'reject' } }), await rig.createWallet()]
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  const old = await pairing.nextCode()
  asleep = 235_000
  rig.page.dispatchEvent(new Event('visibilitychange'))
  const { uri } = await pairing.nextCode(2)
  await late.pair(old.uri)
  await vi.waitFor(() => expect(late.getState().log.join()).toContain('Rejected a sign-in'))
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(['eip155'])
})

test('a wallet that signs after the user has left or reloaded connects nothing, and its session is ended', async () => {
  const rig = await createRig()
  const { signIn, signed } = createSignIn()
  for (const isReloaded of [false, true]) {
    const wallet = await rig.createWallet()
    const pairing = rig.startPairing(['eip155'], signIn)
    const { uri } = await pairing.nextCode()
    pairing.abort(new Error('left'))
    const page = isReloaded ? await rig.reload() : rig
    await expect(page.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await wallet.pair(uri)
    await vi.waitFor(() => expect(wallet.getState().log.join()).toContain('Signed in on 2 chains'))
    await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]), 15_000)
    await expect(page.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
  expect(signed).toEqual([])
})

test('rejects with RELAY_UNREACHABLE after about ten seconds if the relay is down, also with a sign-in', async () => {
  const rig = await createRig()
  rig.relay.pause()
  const { agreed } = rig.startPairing(['eip155'], createSignIn().signIn)
  const before = Date.now()
  await expect(agreed).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
  expect(Date.now() - before).toBeLessThan(11_000)
})

const getProvider = async ({ connector }: Rig): Promise<RelayProvider> =>
  (await connector.getProvider({ namespace: 'eip155' })) as RelayProvider

const signUp = async (rig: Rig, wallet: Awaited<ReturnType<Rig['createWallet']>>): Promise<void> => {
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  await rig.connect()
}

test('a session created by a sign-in handles requests, changes of network and account, and its end', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  const address = wallet.getState().addresses.eip155 ?? ''
  const ask = { method: 'personal_sign', params: ['0x6869', address] }
  expect(await provider.request(ask, { chains: [evmOne] })).toMatch(/^0x[\da-f]{130}$/)

  await wallet.switchChain(evmTwo)
  await vi.waitFor(() => expect(rig.events).toContainEqual({ namespace: 'eip155', caipNetworkId: evmTwo }))
  await wallet.switchAccount(1)
  const other = wallet.getState().addresses.eip155
  await vi.waitFor(async () => expect((await rig.connect()).accounts[0].address).toBe(other))
  await wallet.extendSession(wallet.getState().sessions[0]?.topic ?? '')

  await wallet.deleteSession(wallet.getState().sessions[0]?.topic ?? '')
  await vi.waitFor(() => expect(rig.events).toContainEqual({ disconnect: 'eip155' }))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('error: rejects with NOT_APPROVED for a method that no ReCap allows, and sends nothing', async () => {
  const rig = await createRig({ options: { proposal: { eip155: { methods: ['personal_sign'] } } } })
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  const call = { method: 'eth_signTypedData_v4', params: [] }
  await expect(provider.request(call, { chains: [evmOne] })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  expect(wallet.getState().requests).toEqual([])
})

test('a reload keeps the session without a request to the wallet', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const before = await rig.connect()
  const { log } = wallet.getState()
  const reloaded = await rig.reload()
  expect(await reloaded.connect()).toEqual(before)
  const provider = await getProvider(reloaded)
  expect(wallet.getState().log).toEqual(log)
  const ask = { method: 'personal_sign', params: ['0x6869', wallet.getState().addresses.eip155] }
  expect(await provider.request(ask, { chains: [evmOne] })).toMatch(/^0x/)
})

test('[S8.23] error: rejects with SESSION_EXPIRED after a week', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  asleep = 7 * 86_400_000 + 1_000
  const ask = { method: 'personal_sign', params: ['0x6869', '0x'] }
  await expect(provider.request(ask, { chains: [evmOne] })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
})

test('disconnecting ends the session here and in the wallet', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  await rig.connector.disconnect({ namespace: 'eip155', signal: new AbortController().signal })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
