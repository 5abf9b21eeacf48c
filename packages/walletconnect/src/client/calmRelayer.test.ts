import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRig } from '../../test/createRig.js'

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
