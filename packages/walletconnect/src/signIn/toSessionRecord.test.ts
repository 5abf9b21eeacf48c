import { expect, test, vi } from 'vitest'
import { createRig, type Rig } from '../../test/createRig.js'
import { createSignIn } from '../../test/createSignIn.js'
import { evmOne, evmTwo } from '../../test/networks.js'
import type { RelayProvider } from '../families/createRelayProvider.js'

const getProvider = async ({ connector }: Rig): Promise<RelayProvider> =>
  (await connector.getProvider({ namespace: 'eip155' })) as RelayProvider

const signUp = async (rig: Rig, wallet: Awaited<ReturnType<Rig['createWallet']>>): Promise<void> => {
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  await rig.connect()
}

test('a session that was made by signing is one like others: requests, another account, another chain, its end', async () => {
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

test('error: NOT_APPROVED for what no ReCap allows: nothing is sent', async () => {
  const rig = await createRig({ options: { wishes: { eip155: { methods: ['personal_sign'] } } } })
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  const call = { method: 'eth_signTypedData_v4', params: [] }
  await expect(provider.request(call, { chains: [evmOne] })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  expect(wallet.getState().requests).toEqual([])
})

test('a reload keeps the session, and asks the wallet nothing', async () => {
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

test('[S8.23] error: SESSION_EXPIRED after a week', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  asleep = 7 * 86_400_000 + 1_000
  const ask = { method: 'personal_sign', params: ['0x6869', '0x'] }
  await expect(provider.request(ask, { chains: [evmOne] })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
})

test('to disconnect tells the wallet, and nothing is listened to afterwards', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  await rig.connector.disconnect({ namespace: 'eip155', signal: new AbortController().signal })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
