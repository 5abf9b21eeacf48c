import { expect, test } from 'vitest'
import { routerAddress, toApproval, usdlAddress } from '../../testing/createSwapService.js'
import { offerOf, setUpSwaps, swapOf } from '../../testing/setUpSwaps.js'
import { isReadingApproval } from './details.js'
import { approveSwap, sendSwap } from './send.js'
import type { SwapPreset } from './state.js'

const { begin } = setUpSwaps()
const sell: SwapPreset = { amount: '500', fromToken: usdlAddress, toToken: 'eth' }

test('approves the token before the swap if its allowance is too small', async () => {
  const world = await begin(sell, ({ service }) => {
    service.allowance = 499_999_999n
  })
  expect(offerOf(world)).toMatchObject({ offer: { needsApproval: true } })
  await sendSwap(world.modal)
  expect(world.sent).toEqual([])
  world.service.allowance = 2n ** 255n
  await approveSwap(world.modal)
  expect(world.sent.map(({ to, value }) => [to, value])).toEqual([[usdlAddress, 0n]])
  const asked = world.service.calls.find(({ path }) => path === '/v1/convert/build-approve')
  expect(asked?.query).toMatchObject({ amount: '500000000' })
  expect(offerOf(world)).toMatchObject({ offer: { needsApproval: false } })
  await sendSwap(world.modal)
  expect(world.sent.map(({ to, value }) => [to, value])).toEqual([
    [usdlAddress, 0n],
    [routerAddress, 0n],
  ])
  expect(swapOf(world).step).toBe('done')
})

test('approving again while the new allowance is read sends nothing', async () => {
  const world = await begin(sell, ({ service }) => {
    service.allowance = 0n
  })
  const again: Promise<void>[] = []
  world.modal.subscribe(() => {
    if (isReadingApproval(swapOf(world)) && again.length === 0) again.push(approveSwap(world.modal))
  })
  world.service.allowance = 2n ** 255n
  await approveSwap(world.modal)
  await Promise.all(again)
  expect([again.length, world.sent.length]).toEqual([1, 1])
  expect(offerOf(world)).toMatchObject({ offer: { needsApproval: false } })
})

test('resets an existing allowance to zero first if the token requires it', async () => {
  const world = await begin(sell, ({ service }) => {
    Object.assign(service, { allowance: 499_999_999n, isCareful: true })
  })
  const steps: string[] = []
  world.modal.subscribe(() => {
    const { step } = swapOf(world)
    if (step !== steps.at(-1)) steps.push(step)
  })
  world.send = async ({ data }) => {
    world.service.allowance = data === toApproval(0n) ? 0n : 500_000_000n
    return '0xabc'
  }
  await approveSwap(world.modal)
  expect(world.sent.map(({ to, data }) => [to, data])).toEqual([
    [usdlAddress, toApproval(0n)],
    [usdlAddress, toApproval(500_000_000n)],
  ])
  expect(steps).toEqual(['approving', 'clearing', 'approving', 'form'])
  expect(offerOf(world)).toMatchObject({ offer: { needsApproval: false } })
})

test('returns to the form if the user declines after the reset, and fails after one reset without effect', async () => {
  const world = await begin(sell, ({ service }) => {
    Object.assign(service, { allowance: 5n, isCareful: true })
  })
  world.send = async () => {
    if (world.sent.length === 2) return Promise.reject({ code: 4001, message: 'No.' })
    world.service.allowance = 0n
    return '0xabc'
  }
  await expect(approveSwap(world.modal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(swapOf(world)).toMatchObject({ step: 'form', error: { code: 'USER_REJECTED' } })

  Object.assign(world.service, { allowance: 5n })
  world.send = async () => '0xabc'
  await expect(approveSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_FAILED' })
  expect(world.sent.slice(2).map(({ data }) => data)).toEqual([toApproval(0n)])
})

test('also checks the swap behind the approval if the router is not pinned', async () => {
  const world = await begin(sell, (own) => {
    own.router = { address: routerAddress, isPinned: false }
  })
  await approveSwap(world.modal)
  const built = world.service.calls.find(({ path }) => path === '/v1/convert/build-transaction')
  expect(built?.body).toMatchObject({ disableEstimate: true })
  expect(world.checked).toMatchObject([{ swap: { to: routerAddress, data: '0x5a5a' } }])
  expect(world.sent).toHaveLength(1)
})

test('error: SWAP_UNSAFE without asking the wallet if the adapter finds the approval unsafe', async () => {
  const world = await begin(sell)
  world.isSafe = false
  await expect(approveSwap(world.modal)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  expect([world.sent, swapOf(world).step]).toEqual([[], 'form'])
})
