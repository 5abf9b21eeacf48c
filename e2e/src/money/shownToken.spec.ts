import { worldTokens } from '@latchkey/devnet'
import { expect, test } from './moneyTest.js'

const { address, symbol } = worldTokens.USDC

for (const api of ['1', '0'] as const)
  test(`the account button shows the configured token and its picture in place of ether, ${api === '1' ? 'as the service' : 'as the node'} reports it [S3.20] @money`, async ({
    money,
    demo,
    page,
  }) => {
    await demo.goto(`?blockchainApi=${api}&shownToken=${address}`)
    await demo.connect()
    const button = page.getByRole('banner').getByRole('button', { name: /^[\d,.]+ / })
    await expect(button).toHaveText(new RegExp(`^1,000\\.000 ${symbol}0x`))
    const picture = button.locator('.lk-balance img')
    await expect(picture).toHaveAttribute('src', '/favicon.svg')
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)

    await button.click()
    await expect(demo.dialog).toBeVisible()
    // with a service, the value of all tokens is shown instead
    await expect(money.total).toHaveText(api === '1' ? /\$[\d,]+\.\d\d$/ : new RegExp(`1,000\\.000 ${symbol}$`))
  })
