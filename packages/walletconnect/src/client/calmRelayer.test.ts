import { setTimeout as sleep } from 'node:timers/promises'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { createRig } from '../../test/createRig.js'

type Eip1193Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

test('a relay that refuses is called now and then, not ever more often', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await rig.connectWallet(wallet, ['eip155'])
  await wallet.destroy()
  rig.relay.pause()
  const before = rig.relay.stats().refused
  const pairings = [rig.startPairing(), rig.startPairing(), rig.startPairing()]
  await sleep(4_000)
  const calls = rig.relay.stats().refused - before
  expect(calls).toBeGreaterThan(0)
  expect(calls).toBeLessThan(10)
  for (const pairing of pairings) pairing.abort(new Error('left'))
})

test('what was under way when the socket fell is sent again soon after, once', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as Eip1193Provider
  const { eip155: account } = wallet.getState().addresses
  const sign = (text: string): Promise<unknown> =>
    provider.request({ method: 'personal_sign', params: [stringToHex(text), account] })
  rig.relay.cutSockets()
  const begin = performance.now()
  const signatures = await Promise.all([sign('one'), sign('two')])
  expect(performance.now() - begin).toBeLessThan(2_000)
  expect(new Set(signatures).size).toBe(2)
}, 30_000)
