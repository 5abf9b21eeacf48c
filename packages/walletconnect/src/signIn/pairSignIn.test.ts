import type { CaipNetworkId, Namespace } from '@latchkey/core'
import { createTestClock } from '@latchkey/testing'
import { expect, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { createSignIn } from '../../test/createSignIn.js'
import { evmOne, evmTwo, solanaLocal } from '../../test/networks.js'

type Namespaces = readonly [Namespace, ...Namespace[]]

test.each([
  ['[S5.21] [S8.54] no chain', ['eip155'], [], 'AUTH_CHAINS_NOT_SUPPORTED'],
  ['[S5.21] [S8.54] another namespace', ['eip155'], [solanaLocal], 'AUTH_CHAINS_NOT_SUPPORTED'],
  ['[S5.21] several namespaces', ['eip155'], [evmOne, solanaLocal], 'MULTI_NAMESPACE_REQUEST'],
  [
    '[S5.21] [S8.54] a pairing for several namespaces',
    ['eip155', 'solana'],
    [evmOne, evmTwo],
    'AUTH_CHAINS_NOT_SUPPORTED',
  ],
] as const)(
  '%s: the sign-in is rejected before a message is created, and the pairing continues',
  async (_, families, chainIds, code) => {
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
  },
)

test.each(['uri', 'domain', 'nonce'])(
  '[S5.21] error: warns with INVALID_PARAMS without %s, and requests no signature',
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

test('connects without a sign-in if the message cannot be created; the next pairing requests one again', async () => {
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

test('pairs without a sign-in if the server returns no nonce within five seconds', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: clock })
  const { signIn } = createSignIn()
  let isAsked = false
  const createMessage = (): Promise<never> => {
    isAsked = true
    return new Promise(() => undefined)
  }
  const pairing = rig.startPairing(['eip155'], { ...signIn, createMessage })
  // the timeout starts with this call
  await vi.waitFor(() => expect(isAsked).toBe(true))
  await clock.advance(4_999)
  expect(pairing.codes).toEqual([])
  await clock.advance(1)
  expect((await pairing.nextCode()).uri).not.toContain('methods=')
  expect(rig.warnings).toMatchObject([{ code: 'TIMED_OUT' }])
})

test('completes the pairing with a warning if onSigned throws', async () => {
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
