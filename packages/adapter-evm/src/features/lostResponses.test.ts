import { submitSend } from '@latchkey/core/controllers'
import { type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSendRig, type SendRig } from '../../test/createSendRig.js'

let anvil: RunningAnvil
let rig: SendRig
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})
afterEach(() => rig.stop())
afterAll(() => anvil.stop())

test('the node takes the transaction, its response is lost: a second click pays nothing', async () => {
  rig = await createSendRig({ anvil })
  await rig.fill('1')
  rig.walletProxy.fail({ kind: 'cut', when: 'after', methods: ['eth_sendRawTransaction'] })
  await submitSend(rig.modal)
  rig.walletProxy.reset()
  await submitSend(rig.modal)
  expect([rig.modal.getState().send?.step, await rig.received()]).toEqual(['done', parseEther('1')])
})
