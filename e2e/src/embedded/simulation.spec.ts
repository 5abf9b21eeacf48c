import { fileURLToPath } from 'node:url'
import { compileContracts, deployContract, worldMarket, worldTokens } from '@latchkey/devnet'
import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther, toHex } from 'viem'
import { readWorld } from '../browsers/readWorld.js'
import { driveProvider } from './driveProvider.js'
import { expect, test, wholeBrowser } from './embeddedTest.js'

test.use(wholeBrowser)

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 min, address[] path, address to, uint256 deadline) payable',
])
const friend: Address = `0x${'f1'.repeat(20)}`
const deceivers = '../../../apps/vault/src/custody/simulation/Deceivers.sol'

type Outcome = { readonly result?: unknown; readonly code?: number; readonly message?: string }

/** Result or error of the app's request. */
const send = (page: Page, transaction: object): Promise<Outcome> =>
  driveProvider(page)
    .request({ method: 'eth_sendTransaction', params: [{ gas: '0x7a120', ...transaction }] })
    .then(
      (result) => ({ result }),
      ({ code, message }: Error & { readonly code?: number }) => ({ ...(code !== undefined && { code }), message }),
    )

const deploy = async (
  name: string,
  args: readonly unknown[] = [],
): Promise<{ address: Address; call: (functionName: string) => Hex }> => {
  const contract = compileContracts({ file: fileURLToPath(new URL(deceivers, import.meta.url)) })[name]
  if (!contract) throw new Error(`There is no contract ${name}.`)
  const address = await deployContract({ rpcUrl: readWorld().chains[0]?.rpcUrl ?? '', ...contract, args })
  return { address, call: (functionName) => encodeFunctionData({ abi: contract.abi, functionName }) }
}

test.describe('the simulation of a transaction', () => {
  test.beforeEach(async ({ embedded }) => {
    test.slow()
    await embedded.demo.addTools()
  })

  test('shows both sides of a swap on the approval screen, and marks a fake USDC as unverified @threats @embedded', async ({
    embedded,
    page,
  }) => {
    await embedded.goto()
    await embedded.logIn()
    await embedded.fund()
    const { eip155: from } = await embedded.readAddresses()
    const path = [worldMarket.wrappedNative.address, worldTokens.USDC.address]
    const args = [0n, path, from as Address, maxUint256] as const
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
    const effects = embedded.frame.getByRole('region', { name: 'Simulated effects' })
    const swapping = send(page, { from, to: worldMarket.router, value: toHex(parseEther('0.1')), data })
    await expect(effects).toContainText('You send0.1 ETH')
    await expect(effects).toContainText(/You receive29\d\.\d+ USDC/)
    await expect(effects).not.toContainText('Unverified')
    await embedded.agree()
    expect((await swapping).result).toMatch(/^0x/)

    const fake = await deploy('LyingToken', ['USDC', from])
    const moving = send(page, {
      from,
      to: fake.address,
      data: encodeFunctionData({ abi: parseAbi(['function transfer(address, uint256)']), args: [friend, 5_000_000n] }),
    })
    await expect(effects).toContainText('5 “USDC”Unverified token')
    await expect(effects.locator('.address')).toHaveText(fake.address.toLowerCase())
    await expect(embedded.frame.getByText('It isn’t the USDC of this network.')).toBeVisible()
    await embedded.reject.click()
    expect((await moving).code).toBe(4001)
  })

  test('refuses a transaction that would revert, with its reason, before the user can approve it @threats @embedded', async ({
    embedded,
    page,
  }) => {
    // the vault responds with 403, which the browser logs as an error
    embedded.demo.expectedErrors.push(/403 \(Forbidden\)/)
    await embedded.goto()
    await embedded.logIn()
    await embedded.fund()
    const { eip155: from } = await embedded.readAddresses()
    const refuses = await deploy('Refuses')
    const failing = send(page, { from, to: refuses.address, data: refuses.call('words') })
    await expect(embedded.frame.getByRole('heading', { name: 'This would fail' })).toBeVisible()
    await expect(embedded.frame.locator('.note')).toContainText('The contract says “Paused until noon”.')
    await expect(embedded.approve).toHaveCount(0)
    await embedded.frame.getByRole('button', { name: 'Close' }).click()
    expect((await failing).message).toContain('This transaction would fail')
    await expect(embedded.demo.dialog).toBeHidden()
  })
})

test('a first large transfer is held with a reason, stays on hold when repeated, and can be canceled by the user @threats @embedded', async ({
  embedded,
  page,
}) => {
  test.slow()
  // the vault responds with 403 for a held transfer, which the browser logs as an error
  embedded.demo.expectedErrors.push(/403 \(Forbidden\)/)
  await embedded.demo.addTools()
  await embedded.goto('&holds=1')
  await embedded.logIn()
  await embedded.fund()
  const { eip155: from } = await embedded.readAddresses()
  const start = embedded.frame.getByRole('button', { name: 'Start the hold' })
  const transfer = { from, to: friend, value: toHex(parseEther('1')) }
  const first = send(page, transfer)
  await expect(embedded.frame.getByText('You haven’t sent this much to this recipient before')).toBeVisible()
  await embedded.frame.locator('.content').evaluate((content) => content.scrollTo(0, content.scrollHeight))
  await expect(start).toBeEnabled()
  await start.press('Enter')
  const held = embedded.frame.getByRole('heading', { name: 'Transfer on hold' })
  await expect(held).toBeVisible()
  await embedded.frame.getByRole('button', { name: 'Close' }).click()
  expect(await first).toMatchObject({ code: -32003, message: expect.stringContaining('on hold') })
  // a second request is still held, and there is nothing to approve
  const second = send(page, transfer)
  await expect(held).toBeVisible()
  await expect(start).toHaveCount(0)
  await embedded.frame.getByRole('button', { name: 'Cancel transfer' }).click()
  expect((await second).code).toBe(4001)
})
