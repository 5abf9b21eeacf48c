import { readFile } from 'node:fs/promises'
import { findFrameViolations, findViolations } from '../fixtures/createAxe.js'
import { visitEveryView } from '../fixtures/visitEveryView.js'
import { visitMoneyViews } from '../money/visitMoneyViews.js'
import { type Audit, createAudit } from './createAudit.js'
import { expect, test } from './reachTest.js'
import { visitEmbeddedViews } from './visitEmbeddedViews.js'
import { visitListViews } from './visitListViews.js'
import { visitLoginViews } from './visitLoginViews.js'
import { visitMultiViews } from './visitMultiViews.js'
import { visitSignInViews } from './visitSignInViews.js'

/** The views that each test checks. */
const walks = {
  main: ['Connect', 'ConnectingExternal', 'Account', 'Networks', 'SwitchNetwork', 'UnsupportedChain'],
  multichain: ['Connect', 'ConnectingMultiChain', 'ProfileWallets', 'Networks', 'SwitchActiveChain'],
  walletconnect: [
    ...['Connect', 'ConnectingWalletConnect', 'AllWallets', 'ConnectingWalletConnectBasic', 'Downloads', 'GetWallet'],
    'WhatIsAWallet',
  ],
  logins: [
    ...['Connect', 'ConnectSocials', 'ConnectingFarcaster', 'ConnectingPasskey', 'ConnectingSocial'],
    ...['PhoneLogin', 'PhoneVerify'],
  ],
  embedded: [
    ...['Connect', 'EmailLogin', 'EmailVerifyDevice', 'EmailVerifyOtp', 'Account', 'AccountSettings'],
    ...['UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp', 'ApproveTransaction'],
  ],
  siwx: ['SIWXSignMessage'],
  money: [
    ...['Account', 'WalletReceive', 'WalletCompatibleNetworks', 'WalletSend', 'WalletSendSelectToken'],
    ...['WalletSendPreview', 'Swap', 'SwapPreview', 'SwapSelectToken', 'FundWallet', 'OnRampProviders', 'OnRampAmount'],
    ...['BuyInProgress', 'Transactions', 'RegisterAccountName', 'RegisterAccountNameSuccess', 'SmartSessions', 'Pay'],
  ],
} as const

const toViews = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.split(' ')[0] ?? ''))
const expectSeen = ({ seen }: Audit, walk: keyof typeof walks): void =>
  expect(toViews(seen)).toEqual(new Set<string>(walks[walk]))

test('the tests below cover every view @reach', async () => {
  const list = await readFile(new URL('../../../packages/ui-react/src/router/viewFeatures.ts', import.meta.url), 'utf8')
  const views = [...list.matchAll(/^ {2}([A-Z]\w+): '\w+',$/gm)].map(([, name]) => name)
  expect([...new Set(Object.values(walks).flat())].toSorted()).toEqual(views.toSorted())
})

test('the audit finds seeded problems of a view in each of its modes @reach', async ({ demo, page }) => {
  test.slow()
  const { found, look } = createAudit(page, demo.dialog)
  await demo.goto()
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  await page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      :focus-visible { outline: none !important }
      .row { border: 0 !important; transition: opacity 1s !important }
      .title { color: light-dark(#222, #333) !important }
      .row .t > b { display: block; max-inline-size: 4px }
      .icon-button { block-size: 10px; min-inline-size: 30px }
      .foot { inline-size: 2000px }
    `)
    root?.adoptedStyleSheets.push(sheet)
    // beside what the shell renders, so that it stays when the list changes
    root?.querySelector('dialog')?.append(Object.assign(document.createElement('button'), { tabIndex: 3 }))
  })
  await look('Connect')
  for (const problem of [
    /^Connect, light, 1280 px wide: Tab leads to .* instead of /,
    /^Connect, light, 1280 px wide: no ring: /,
    /^Connect, light, 1280 px wide: moves: button\.row/,
    /^Connect, light, 1280 px wide: button-name: /,
    /^Connect, dark, 320 px wide: color-contrast: /,
    /^Connect, dark, 320 px wide: .* is wider than it may be/,
    /^Connect, at 200 %, with forced colours: unmarked: /,
    /^Connect, with text at 200 %: cut off: /,
  ])
    expect(found).toContainEqual(expect.stringMatching(problem))
})

test('[T1] the demo is served with a policy that allows nothing inline and no sink, and violations are reported as errors @reach @threats', async ({
  demo,
  page,
}) => {
  const answered = page.waitForResponse((response) => response.request().isNavigationRequest())
  await demo.goto()
  const policy = (await answered).headers()['content-security-policy'] ?? ''
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "trusted-types 'none'"])
    expect(policy.split('; ')).toContain(part)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  // `watchPage` reports each violation as an error, which the page fixture checks at the end of every test
  demo.expectedErrors.push(/content security policy|Content Security Policy/)
  const reported = page.waitForEvent('console', (message) =>
    message.text().startsWith('content security policy: style-src'),
  )
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('style'), { textContent: '*{}' })),
  )
  await reported
})

test.describe('the audit of contrast, text size, keyboard use and screen readers finds no problem in', () => {
  test.setTimeout(180_000)

  test('the views to connect a wallet @reach @main', async ({ audit, demo, page, chains }) => {
    await demo.goto()
    expect(await findViolations(page)).toEqual([])
    await visitEveryView(demo, chains, async ({ name, title, isNew }) => {
      await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
      if (isNew) await expect(demo.dialog.locator('#title'), name).toBeFocused()
      await audit.look(name)
    })
    expectSeen(audit, 'main')
  })

  test('the views for several wallets @reach @multichain', async ({ audit, multi }) => {
    await visitMultiViews(multi, audit.look)
    expectSeen(audit, 'multichain')
  })

  test('the views of the wallet list and of pairing @reach @walletconnect', async ({ audit, demo }) => {
    await visitListViews(demo, audit.look)
    expectSeen(audit, 'walletconnect')
  })

  test('the views of social, passkey and phone logins @reach @logins', async ({ audit, logins }) => {
    await visitLoginViews(logins, audit.look)
    expectSeen(audit, 'logins')
  })

  test('the views of an embedded wallet, and its own screen @reach @embedded', async ({ audit, embedded, page }) => {
    await visitEmbeddedViews(embedded, audit.look)
    expectSeen(audit, 'embedded')
    const frame = await (await page.locator('#w3m-iframe').elementHandle())?.contentFrame()
    if (!frame) throw new Error('The wallet has no frame.')
    expect(await findFrameViolations(frame)).toEqual([])
    await frame.evaluate(() => document.querySelector('main')?.append(document.createElement('button')))
    expect(await findFrameViolations(frame)).toEqual([expect.stringContaining('button-name: ')])
  })

  test('the sign-in prompt @reach @siwx', async ({ audit, signIn }) => {
    await visitSignInViews(signIn, audit.look)
    expectSeen(audit, 'siwx')
  })

  test('the views of assets, payments and other account features @reach @money', async ({ audit, money }) => {
    await money.goto('&pay=1')
    await visitMoneyViews(money, audit.look)
    expectSeen(audit, 'money')
  })
})
