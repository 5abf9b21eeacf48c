import type { CaipNetworkId, Namespace } from '@latchkey/core'
import { createTestClock } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { createSignIn } from '../../test/createSignIn.js'
import { evmOne, evmTwo, solanaLocal } from '../../test/networks.js'

type Namespaces = readonly [Namespace, ...Namespace[]]

test.each([
  ['[S5.21] [S8.54] no chain', ['eip155'], [], 'AUTH_CHAINS_NOT_SUPPORTED'],
  ['[S5.21] [S8.54] another chain family', ['eip155'], [solanaLocal], 'AUTH_CHAINS_NOT_SUPPORTED'],
  ['[S5.21] several chain families', ['eip155'], [evmOne, solanaLocal], 'MULTI_NAMESPACE_REQUEST'],
  ['[S5.21] [S8.54] a pairing for several', ['eip155', 'solana'], [evmOne, evmTwo], 'AUTH_CHAINS_NOT_SUPPORTED'],
] as const)('%s: refused before anything is made, and the pairing goes on', async (_, families, chainIds, code) => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const { signIn, signed, messages } = createSignIn({ chainIds: chainIds as readonly CaipNetworkId[] })
  const pairing = rig.startPairing(families as unknown as Namespaces, signIn)
  const { uri } = await pairing.nextCode()
  expect(uri).not.toContain('methods=')
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(families)
  expect(rig.warnings).toMatchObject([{ code }])
  if (code === 'AUTH_CHAINS_NOT_SUPPORTED')
    expect(rig.warnings).toMatchObject([{ shortMessage: 'Only eip155 supported for authenticated sessions' }])
  expect([messages, signed]).toEqual([[], []])
})

test.each(['uri', 'domain', 'nonce'])(
  '[S5.21] error: INVALID_PARAMS without %s; nothing is asked to be signed',
  async (field) => {
    const rig = await createRig()
    const wallet = await rig.createWallet()
    const { signIn, signed } = createSignIn({ fields: { [field]: '' } })
    const pairing = rig.startPairing(['eip155'], signIn)
    const { uri } = await pairing.nextCode()
    expect(uri).not.toContain('methods=')
    await wallet.pair(uri)
    expect(await pairing.agreed).toEqual(['eip155'])
    expect(rig.warnings).toMatchObject([{ code: 'INVALID_PARAMS', details: `A sign-in needs ${field}.` }])
    expect(wallet.getState().log.join()).not.toContain('sign-in')
    expect(signed).toEqual([])
  },
)

test('a message that cannot be made does not keep the visitor from connecting; the next pairing asks again', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const { signIn, signed } = createSignIn()
  const failure = new Error('no nonce')
  const first = rig.startPairing(['eip155'], { ...signIn, createMessage: () => Promise.reject(failure) })
  await wallet.pair((await first.nextCode()).uri)
  await first.agreed
  expect(rig.warnings).toEqual([failure])
  const second = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await second.nextCode()).uri)
  await second.agreed
  expect(signed).toHaveLength(1)
})

test('a server that gives no nonce is waited for five seconds', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: clock })
  const { signIn } = createSignIn()
  let isAsked = false
  const createMessage = (): Promise<never> => {
    isAsked = true
    return new Promise(() => undefined)
  }
  const pairing = rig.startPairing(['eip155'], { ...signIn, createMessage })
  // the wait begins with it
  await vi.waitFor(() => expect(isAsked).toBe(true))
  await clock.advance(4_999)
  expect(pairing.codes).toEqual([])
  await clock.advance(1)
  expect((await pairing.nextCode()).uri).not.toContain('methods=')
  expect(rig.warnings).toMatchObject([{ code: 'TIMED_OUT' }])
})

test('what throws when it hears of signatures ends nothing', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const failure = new Error('listener')
  const onSigned = (): never => {
    throw failure
  }
  const pairing = rig.startPairing(['eip155'], { ...createSignIn().signIn, onSigned })
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  expect(rig.warnings).toEqual([failure])
})
