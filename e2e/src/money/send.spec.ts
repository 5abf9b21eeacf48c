import { fundSolanaToken, solanaTokens, worldTokens } from '@latchkey/devnet'
import { type Address, getAddress, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { callChain } from '../fixtures/callChain.js'
import { readQrCode } from '../walletconnect/readQrCode.js'
import { readBalance } from './actOnChain.js'
import { MoneyPage } from './MoneyPage.js'
import { expect, test } from './moneyTest.js'

const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())

test('ether is sent to an address, and the account shows the remaining balance @money', async ({
  money,
  demo,
  chains: [one],
}) => {
  const to = newAddress()
  await money.goto()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '2.5', to })
  await expect(demo.dialog).toContainText(`${to.slice(0, 6)}`)
  await money.send()
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('2.5'))
  await demo.button('Done').click()
  await expect(money.holding('ETH')).toHaveText('97.499 ETH')
})

test('an app that requests a transfer gets its hash once it is sent, or MODAL_CLOSED if the user leaves @money', async ({
  money,
  demo,
  page,
  chains: [one],
}) => {
  const to = newAddress()
  const ask = (): Promise<unknown> =>
    page.evaluate(
      (given) =>
        window.latchkey
          .open({ view: 'WalletSend', arguments: given })
          .catch(({ code }: { readonly code: string }) => code),
      { amount: '0.25', to },
    )
  await money.goto()
  const left = ask()
  await money.expectView('Send')
  await page.keyboard.press('Escape')
  expect(await left).toBe('MODAL_CLOSED')

  const sent = ask()
  await money.expectView('Send')
  await expect(demo.dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.25')
  await demo.button('Review').click()
  await money.expectView('Review')
  await money.send()
  const { hash } = (await sent) as { readonly hash: string }
  const found = await callChain(one.rpcUrl, 'eth_getTransactionByHash', [hash])
  expect(found).toMatchObject({ to: to.toLowerCase(), value: toHex(parseEther('0.25')) })
})

test('a token is sent, and the button of the form names the first missing or invalid input @money', async ({
  money,
  demo,
  chains: [one],
}) => {
  const to = newAddress()
  await money.goto()
  await money.openAccount()
  await money.action('Send').click()
  await money.expectView('Send')
  await demo.dialog
    .getByRole('button', { name: /Change token|Select token/ })
    .first()
    .click()
  await demo.button(/USD Coin/).click()
  const button = demo.dialog.locator('form button[type=submit]')
  const amount = demo.dialog.getByRole('textbox', { name: 'Amount' })
  const receiver = demo.dialog.getByRole('textbox', { name: 'To', exact: true })
  await expect(button).toHaveText('Enter an amount')
  for (const bad of ['1e18', '1,5', '-1', '9'.repeat(80)]) {
    await amount.fill(bad)
    await expect(button, bad).toHaveText(/Enter a valid amount|Insufficient funds/)
    await expect(button).toBeDisabled()
  }
  await amount.fill('1000.000001')
  await expect(button).toHaveText('Insufficient funds')
  await amount.fill('250.5')
  await expect(button).toHaveText('Enter an address')
  await receiver.fill(`${to.slice(0, -1)}`)
  await expect(button).toHaveText('Enter a valid address')
  await expect(receiver).toHaveAccessibleDescription(/isn't a valid address on/)
  await receiver.fill(to)
  await expect(button).toHaveText('Review')
  await button.click()
  await money.expectView('Review')
  await money.send()
  expect(await readBalance(one.rpcUrl, to, worldTokens.USDC.address)).toBe(250_500_000n)
  await demo.button('Done').click()
  await expect(money.holding('USDC')).toHaveText('749.500 USDC')
})

test('a transfer that the wallet declines is not sent, and is sent once on retry @money', async ({
  money,
  demo,
  chains: [one],
}) => {
  const to = newAddress()
  await money.goto()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '1', to })
  await demo.wallet.script({ methods: { eth_sendTransaction: [{ kind: 'reject' }] } })
  await demo.button('Send').click()
  await expect(demo.heading('Declined in your wallet')).toBeVisible()
  await money.expectView('Declined')
  expect(await readBalance(one.rpcUrl, to)).toBe(0n)
  await demo.button('Try again').click()
  await expect(demo.dialog).toContainText('sent to')
  await money.expectView('Sent')
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('1'))
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(2)
})

test('receiving shows the address as a QR code, copies it, and lists the supported networks @money', async ({
  money,
  demo,
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await money.goto()
  await money.openAccount()
  await money.action('Receive').click()
  await money.expectView('Receive')
  expect(await readQrCode(demo.dialog.getByRole('img', { name: /^QR code for your address/ }))).toContain(money.account)
  await demo.button('Copy address').click()
  expect(getAddress(await page.evaluate(() => navigator.clipboard.readText()))).toBe(money.account)
  await demo.button('Supported networks').click()
  await money.expectView('Supported networks')
  await expect(demo.dialog).toContainText('Local Base')
})

test('SOL and a Solana token are sent and received @money', async ({ multi, demo, page, solana }) => {
  // three transfers in a row
  test.slow()
  await page.clock.install()
  const { address: mint, symbol } = solanaTokens.BEAN
  const gift = { mint, owner: multi.addresses.solana, amount: 500_000_000n }
  await fundSolanaToken(solana.rpcUrl, gift)
  const money = new MoneyPage(demo, '0x')
  await multi.goto('&blockchainApi=1')
  await multi.connectOne('solana')
  await multi.button('solana', 'Show').click()
  await expect(money.holding('SOL')).toHaveText('50.000 SOL')
  await expect(money.holding(symbol)).toHaveText(`500.000 ${symbol}`)

  await test.step('SOL', async () => {
    const to = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
    const lamports = async () => {
      const { value } = (await callChain(solana.rpcUrl, 'getBalance', [to])) as { readonly value: number }
      return value
    }
    const before = await lamports()
    await money.fillSend({ symbol: 'SOL', amount: '1.25', to })
    await money.send()
    expect(await lamports()).toBeGreaterThanOrEqual(before + 1_250_000_000)
    await demo.button('Done').click()
    await expect(money.holding('SOL')).toHaveText('48.749 SOL')
  })
  await test.step('the token, to an account that has none yet', async () => {
    // no other test sends to it
    const to = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
    await money.fillSend({ symbol, amount: '125.5', to })
    await money.send()
    const { value } = (await callChain(solana.rpcUrl, 'getTokenAccountsByOwner', [
      to,
      { mint },
      { encoding: 'jsonParsed' },
    ])) as {
      readonly value: readonly {
        readonly account: {
          readonly data: { readonly parsed: { readonly info: { readonly tokenAmount: { readonly amount: string } } } }
        }
      }[]
    }
    expect(value[0]?.account.data.parsed.info.tokenAmount.amount).toBe('125500000')
    await demo.button('Done').click()
    await expect(money.holding(symbol)).toHaveText(`374.500 ${symbol}`)
  })
  await test.step('incoming transfers appear automatically', async () => {
    await fundSolanaToken(solana.rpcUrl, gift)
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(money.holding(symbol)).toHaveText(`874.500 ${symbol}`, { timeout: 500 })
    }).toPass()
  })
})

test('bitcoin is sent and received @money', async ({ multi, demo, bitcoin }) => {
  const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const money = new MoneyPage(demo, '0x')
  await multi.goto('&blockchainApi=1')
  await multi.connectOne('bip122')
  await multi.button('bip122', 'Show').click()
  await expect(money.total).toContainText('2.000 BTC')
  const received = async () => {
    const reply = await fetch(`${bitcoin.esploraUrl}/address/${to}`)
    const { chain_stats: chain, mempool_stats: waiting } = (await reply.json()) as Record<
      string,
      { funded_txo_sum: number }
    >
    return (chain?.funded_txo_sum ?? 0) + (waiting?.funded_txo_sum ?? 0)
  }
  const before = await received()
  await money.fillSend({ symbol: 'BTC', amount: '0.5', to })
  await money.send()
  expect(await received()).toBeGreaterThanOrEqual(before + 50_000_000)
  await demo.button('Done').click()
  await expect(money.total).toContainText('1.499 BTC')
})
