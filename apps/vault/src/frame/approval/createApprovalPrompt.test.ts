import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { examples } from './test/examples.js'
import {
  type ApprovalPage,
  type ApprovalWorld,
  type OpenOptions,
  startApprovalWorld,
} from './test/startApprovalWorld.js'

let world: ApprovalWorld
beforeAll(async () => {
  world = await startApprovalWorld()
})
afterAll(() => world.stop())

/** Closes the pages of each test, as tests run concurrently, and fails it if one of them had an error. */
const it = test.extend<{ open: (options?: OpenOptions) => Promise<ApprovalPage> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  open: async ({}, use) => {
    const opened: ApprovalPage[] = []
    await use(async (options) => {
      const page = await world.open(options)
      opened.push(page)
      return page
    })
    for (const { context, faults } of opened) {
      await context.close()
      if (faults.length > 0) throw new Error(faults.join('\n'))
    }
  },
})

describe.concurrent('the approval screen', { timeout: 120_000 }, () => {
  it('shows the site, recipient, amount, network and maximum fee', async ({ open, expect }) => {
    const { frame, show } = await open({ origin: 'https://xn--pple-43d.example:8443' })
    await show(examples.transfer)
    const text = await frame.locator('main').textContent()
    for (const part of ['xn--pple-43d.example:8443', '10,000', 'USDC', 'Ethereum', '0.00013 ETH'])
      expect(text).toContain(part)
    const addresses = await frame.locator('.address').allTextContents()
    expect(addresses).toEqual([
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    ])
  })

  it('shows the change, fee, fee rate and total of a bitcoin transfer, and both sides of an offer', async ({
    open,
    expect,
  }) => {
    const { frame, show, page } = await open()
    const look = async (name: string): Promise<void> => {
      const folder = process.env['LATCHKEY_PICTURES']
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
    }
    const main = frame.locator('main')
    await show(examples.bitcoin)
    expect(await frame.locator('.hero').textContent()).toBe('0.25BTC')
    for (const part of [
      'Back to you0.1499859 BTC',
      'Network fee0.0000141 BTC10 sat/vB',
      'You pay in total0.2500141 BTC',
    ])
      expect(await main.textContent()).toContain(part)
    expect(await frame.locator('.note').count()).toBe(0)
    expect(await frame.locator('footer .button').last().textContent()).toBe('Approve')
    await look('bitcoin')
    await show(examples.ordinals)
    expect(await frame.locator('.note').allTextContents()).toEqual([
      expect.stringContaining('network fee is unusually high'),
      expect.stringContaining('moves coins of your ordinals account'),
      expect.stringContaining('can’t tell who one of the outputs pays'),
    ])
    await look('ordinals')
    await show(examples.offer)
    for (const part of ['Sign offer', 'You give 0.0001 BTC', 'You get0.0125 BTC', 'anyone can take what you give'])
      expect(await main.textContent()).toContain(part)
    expect(await frame.locator('footer .button').last().textContent()).toBe('Sign anyway')
    await look('offer')
  })

  it('lists the calls of a batch with their warnings, the total cost and the account’s deployment', async ({
    open,
    expect,
  }) => {
    const { frame, show } = await open()
    await show(examples.calls)
    const text = (await frame.locator('main').textContent()) ?? ''
    for (const part of ['Approve 3 calls', '0.25', 'Unlimited', 'USDC', '0x12345678', '0.0009 ETH', '0.2509 ETH'])
      expect(text).toContain(part)
    expect(text).toContain('Deploys your account')
    const notes = frame.locator('.call').filter({ has: frame.locator('.note') })
    expect(await notes.locator('h2').allTextContents()).toEqual(['Call 2', 'Call 3'])
    // severe warnings are also shown above all calls
    expect(await frame.locator('.content > .note').allTextContents()).toEqual([expect.stringContaining('No limit')])
    expect(await frame.locator('footer .button').last().textContent()).toBe('Approve anyway')
  })

  it('asks for the second factor below the approved request, and stays open if the code is wrong', async ({
    open,
    expect,
  }) => {
    const { frame, page, show, outcomes, screens } = await open()
    const approve = async (): Promise<void> => {
      await show({ ...examples.transfer, code: '123456' })
      const button = frame.getByRole('button', { name: 'Send' })
      // there is no code field before the approval: submitting a form must not approve
      await button.waitFor()
      expect(await frame.locator('input').count()).toBe(0)
      await frame.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
      await button.hover()
      await page.waitForTimeout(600)
      await button.click()
      await frame.locator('input').waitFor()
    }
    await approve()
    expect(await frame.locator('main').textContent()).toContain('10,000')
    const field = frame.getByLabel('Six-digit code of your authenticator app')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    await field.pressSequentially('000000')
    await page.keyboard.press('Enter')
    await frame.getByText('This code is wrong.').waitFor()
    expect(await outcomes()).toEqual([true])
    await field.fill('123456')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(outcomes).toEqual([true, 'sent by code'])
    expect((await screens()).length).toBeGreaterThan(1)
    await show({ abort: true })
    await expect.poll(() => frame.locator('main').count()).toBe(0)
    await approve()
    await frame.getByRole('button', { name: 'Use a backup code' }).click()
    await frame.getByLabel('Backup code').waitFor()
    await frame.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(outcomes).toEqual([true, 'sent by code', true, 'User rejected the request.'])
    expect(await frame.locator('main').count()).toBe(0)
  })

  it('cannot be canceled while a code is checked, so that no sent request is reported as declined', async ({
    open,
    expect,
  }) => {
    const { frame, show, outcomes } = await open()
    await show({ ...examples.transfer, code: '123456', delay: 2_000 })
    await frame.getByRole('button', { name: 'Send', disabled: false }).press('Enter')
    await frame.getByLabel('Six-digit code of your authenticator app').fill('123456')
    await frame.getByRole('button', { name: 'Continue' }).click()
    expect(await frame.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    await expect.poll(outcomes).toEqual([true, 'sent by code'])
  })

  it('asks for the second factor of a login, and cannot be closed while it is checked', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    const enter = async (): Promise<void> => {
      await frame.getByLabel('Six-digit code of your authenticator app').fill('123456')
      await frame.getByRole('button', { name: 'Continue' }).click()
    }
    await show({ factor: { code: '123456', delay: 2_000 } })
    await enter()
    await show({ close: true })
    await expect.poll(outcomes).toEqual(['sent by code'])
    await show({ factor: { code: '654321' } })
    await enter()
    await frame.getByText('This code is wrong.').waitFor()
    await show({ close: true })
    await expect.poll(outcomes).toEqual(['sent by code', 'User rejected the request.'])
  })

  it('asks for a passkey at once if it is the only second factor, and lets the user choose another', async ({
    open,
    expect,
  }) => {
    const { context, frame, page, show, outcomes } = await open()
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: false,
        automaticPresenceSimulation: true,
      },
    })
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credentialId = Buffer.from('a passkey of this test').toString('base64')
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        ...{ credentialId, isResidentCredential: false, rpId: 'vault.localhost', signCount: 1 },
        privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      },
    })
    const verify = (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    const credential = Buffer.from(credentialId, 'base64').toString('base64url')
    const approve = async (more: object): Promise<void> => {
      await show({ ...examples.transfer, code: '123456', credential, ...more })
      const button = frame.getByRole('button', { name: 'Send' })
      await frame.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-kind]')?.disabled)
      await button.hover()
      await page.waitForTimeout(600)
      await button.click()
    }
    const use = frame.getByRole('button', { name: 'Use passkey' })
    // the authenticator doesn't recognize the user at first
    await approve({ kinds: ['passkey'] })
    await frame.getByRole('alert').getByText('The passkey request was canceled').waitFor()
    await frame.getByRole('button', { name: 'Use a backup code' }).click()
    expect(await frame.getByLabel('Backup code').evaluate((input) => input === document.activeElement)).toBe(true)
    await verify(true)
    // asks at once again
    await frame.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.poll(outcomes).toEqual([true, 'sent by passkey'])
    await show({ abort: true })
    // after the vault refuses a passkey, a code still works
    await approve({ kinds: ['totp', 'passkey'], isRefused: true })
    await use.click()
    await frame.getByText('This passkey is refused.').waitFor()
    expect(await outcomes()).toEqual([true, 'sent by passkey', true])
    await frame.getByRole('button', { name: 'Use the authenticator app' }).click()
    await frame.getByLabel('Six-digit code').fill('123456')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(outcomes).toEqual([true, 'sent by passkey', true, 'sent by code'])
  })

  it('says that the fee is paid for the user if the transaction is sponsored', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show(examples.sponsored)
    const text = (await frame.locator('main').textContent()) ?? ''
    expect(text).toContain('Paid for you')
    expect(text).not.toContain('Up to')
    expect(text).not.toContain('Deploys')
  })

  it('shows the expiry, spending limits and function of a permission', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show(examples.permission)
    const text = (await frame.locator('main').textContent()) ?? ''
    for (const part of ['Nov 29, 2026', '0.1 ETH', '10 USDC', 'play(uint256)', 'without asking you'])
      expect(text).toContain(part)
  })

  it('shows the simulated asset changes above the decoded call', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show(examples.swap)
    const effects = frame.getByRole('region', { name: 'Simulated effects' })
    expect(await effects.locator('dl > div').allInnerTexts()).toEqual(['You send\n5 USDC', 'You receive\n0.0016 ETH'])
    expect(await effects.textContent()).toContain('can differ')
    const order = await frame.locator('.effects, .hero').evaluateAll((nodes) => nodes.map((node) => node.className))
    expect(order).toEqual(['effects', 'hero'])
    await show(examples.nothing)
    expect(await effects.textContent()).toContain('Nothing leaves your account except the network fee.')
  })

  it('[C2] marks a token that imitates USDC as unverified, with its address and a warning', async ({
    open,
    expect,
  }) => {
    const { frame, show } = await open()
    await show(examples.imitation)
    const row = frame.locator('.effects .unknown')
    expect(await row.textContent()).toContain('5,000 “USDC”')
    expect(await row.textContent()).toContain('Unverified token')
    expect(await row.locator('.address').textContent()).toBe('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
    expect(await frame.locator('.note[data-tone=bad]').allInnerTexts()).toEqual([
      'A token calls itself “USDC”. It isn’t the USDC of this network.',
    ])
    expect(await frame.locator('footer .button').last().textContent()).toBe('Approve anyway')
  })

  it.for([
    ['revokes', 'Revoke spending', 'Revoke'],
    // an item of a collection is approved by its number, which may be 0
    ['firstItem', 'Approve spending', 'Approve'],
  ] as const)(
    'labels an allowance of 0 as a revocation only for a fungible token: %s',
    async ([name, title, button], { open, expect }) => {
      const { frame, show } = await open()
      await show(examples[name])
      expect(await frame.locator('h1').textContent()).toBe(title)
      expect(await frame.locator('footer .button').last().textContent()).toBe(button)
    },
  )

  it('shows the approvals that a call grants, and says if there are more effects than listed', async ({
    open,
    expect,
  }) => {
    const { frame, show } = await open()
    await show(examples.rights)
    const text = await frame.getByRole('region', { name: 'Simulated effects' }).textContent()
    for (const part of ['“KEY” no. 7', 'Unlimited USDC', 'All “KEY”', 'Who can take it']) expect(text).toContain(part)
    expect((await frame.locator('.note').allInnerTexts()).join()).toContain(
      'There are more effects than are listed here.',
    )
  })

  it.for([
    ['unavailable', 'We couldn’t simulate this', 'Send'],
    ['fails', 'This would fail now. There isn’t enough in the account.', 'Send anyway'],
  ] as const)(
    'warns if the simulation is unavailable or fails: %s',
    async ([name, words, button], { open, expect }) => {
      const { frame, show } = await open()
      await show(examples[name])
      expect((await frame.locator('.note').allInnerTexts()).join()).toContain(words)
      expect(await frame.locator('.effects').count()).toBe(0)
      expect(await frame.locator('footer .button').last().textContent()).toBe(button)
    },
  )

  it('says before approval that a transfer will be put on hold, until when and why', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show({ ...examples.held, isChanged: true })
    const text = await frame.locator('main').textContent()
    for (const part of [
      'On hold until',
      'Nov 23, 2026',
      'to this recipient before',
      'Approving sends nothing yet',
      'have changed',
    ])
      expect(text).toContain(part)
    expect(await frame.locator('footer .button').last().textContent()).toBe('Start the hold')
  })

  it('shows a transfer on hold, which can be canceled, and why a transaction would fail', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    const hold = { until: Date.UTC(2026, 10, 25), reason: 'device' }
    await show({ notice: { kind: 'held', hold } })
    await frame.getByRole('heading', { name: 'Transfer on hold' }).waitFor()
    expect(await frame.locator('main').textContent()).toContain('This browser is new to your wallet')
    await frame.getByRole('button', { name: 'Cancel transfer' }).click()
    await expect.poll(outcomes).toEqual(['cancel'])
    const message = 'This transaction would fail. The contract says “Paused”.'
    await show({ notice: { kind: 'refused', code: 'REVERTS', message } })
    await frame.getByRole('heading', { name: 'This would fail' }).waitFor()
    expect(await frame.locator('.note').textContent()).toBe(message)
    await frame.getByRole('button', { name: 'Close' }).press('Enter')
    await expect.poll(outcomes).toEqual(['cancel', 'closed'])
    expect(await frame.locator('main').count()).toBe(0)
  })

  it('links to the account page if the app requires self-custody', async ({ open, expect }) => {
    const { frame, show, page, outcomes } = await open()
    const message = 'This app requires a smart account that your passkey owns.'
    await show({ notice: { kind: 'selfCustody', message } })
    await frame.getByRole('heading', { name: 'Set up self-custody first' }).waitFor()
    expect(await frame.locator('.note').textContent()).toBe(message)
    const folder = process.env['LATCHKEY_PICTURES']
    if (folder !== undefined) await page.screenshot({ path: `${folder}/self-custody.png` })
    const opened = page.context().waitForEvent('page')
    await frame.getByRole('link', { name: 'Set up' }).click()
    expect((await opened).url()).toMatch(/\/account\?projectId=[\w-]+&lang=en#self-custody$/)
    await expect.poll(outcomes).toEqual(['closed'])
    expect(await frame.locator('main').count()).toBe(0)
  })

  it('shows how long to wait after too many requests', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show({ notice: { kind: 'tooMany', retryAfter: 45 } })
    await frame.getByRole('heading', { name: 'Too many requests' }).waitFor()
    expect(await frame.locator('.note').textContent()).toBe('Wait 45 seconds, then try again in the app.')
    await show({ notice: { kind: 'tooMany', retryAfter: 3_600 } })
    await frame.getByText('Wait 60 minutes').waitFor()
  })

  it('shows a JSON message as fields above its text, and only the text if a key occurs twice', async ({
    open,
    expect,
  }) => {
    const { frame, show } = await open()
    await show(examples.name)
    const rows = frame.locator('.tree li > .name')
    expect(await rows.allInnerTexts()).toEqual(['name', 'attributes', 'timestamp', 'tags', '1.', '2.'])
    expect(await frame.locator('.tree').textContent()).toContain('ada.latchkey.id')
    expect(await frame.locator('pre.text').isVisible()).toBe(false)
    await frame.getByText('Full message').click()
    expect(await frame.locator('pre.text').textContent()).toContain('{"name":"ada.latchkey.id"')
    // parsers disagree about the value of a duplicate key
    await show(examples.twice)
    await frame.getByText('"name":"eve"').waitFor()
    expect(await frame.locator('.tree').count()).toBe(0)
  })

  it('reports its title and required height, also when they change', async ({ open, expect }) => {
    const { page, frame, show, screens } = await open({ height: 1_100 })
    await show(examples.send)
    await expect.poll(async () => (await screens()).length).toBe(1)
    const [screen] = await screens()
    expect(screen?.title).toBe('Approve transfer')
    // at that height, the content needs no scrolling and leaves no space unused
    await page.evaluate(`dialog.style.blockSize = '${screen?.height}px'`)
    const content = frame.locator('.content')
    const room = (): Promise<readonly number[]> =>
      content.evaluate((element) => {
        const last = element.lastElementChild?.getBoundingClientRect().bottom ?? 0
        const rest =
          element.getBoundingClientRect().bottom - last - Number.parseFloat(getComputedStyle(element).paddingBottom)
        return [element.scrollHeight - element.clientHeight, Math.round(rest)]
      })
    await expect.poll(room).toEqual([0, 0])
    // by key: the browser drops clicks right after a change of the frame’s size
    await frame.getByText('Details').press('Enter')
    await expect.poll(async () => (await screens()).length).toBe(2)
    const [, taller] = await screens()
    expect(taller?.height).toBeGreaterThan(screen?.height ?? 0)
    await show(examples.text)
    await expect.poll(async () => (await screens()).at(-1)?.title).toBe('Sign message')
  })

  it('is shown in German, with German formats of numbers and dates', async ({ open, expect }) => {
    const { frame, show, context, outcomes } = await open({ language: 'de' })
    await show(examples.transfer)
    const main = frame.locator('main')
    await frame.getByRole('main', { name: 'Überweisung genehmigen' }).waitFor()
    expect(await frame.locator('.lead').textContent()).toBe('app.example bittet dich, Folgendes zu senden')
    // “10,000” would be ten here
    expect(await frame.locator('.hero').textContent()).toBe('10.000USDC')
    expect(await main.textContent()).toContain('NetzwerkgebührBis zu 0,00013 ETH')
    await show(examples.permission)
    expect(await frame.locator('.hero').textContent()).toContain('29.11.2026')
    await show(examples.unlimited)
    expect(await frame.locator('.note').first().textContent()).toContain('Kein Limit: Dein gesamtes Guthaben')
    expect(await frame.locator('footer .button').allTextContents()).toEqual(['Ablehnen', 'Trotzdem genehmigen'])
    await show({ notice: { kind: 'refused', code: 'REVERTS', message: 'The contract says “Paused”.' } })
    await frame.getByRole('heading', { name: 'Das würde fehlschlagen' }).waitFor()
    expect(await frame.locator('.note').textContent()).toBe('Diese Transaktion würde fehlschlagen.')
    expect(await frame.locator('[lang=en]').textContent()).toBe('The contract says “Paused”.')
    await frame.getByRole('button', { name: 'Schließen' }).click()
    await expect.poll(outcomes).toEqual(['closed'])
    await show({ ...examples.transfer, code: '123456' })
    await frame.getByRole('button', { name: 'Senden', disabled: false }).press('Enter')
    await frame.getByLabel('Sechsstelliger Code aus deiner Authenticator-App').fill('000000')
    await frame.getByRole('button', { name: 'Weiter' }).click()
    await frame.getByText('Dieser Code ist falsch oder wurde schon verwendet.').waitFor()
    expect(context.pages()).toHaveLength(1)
  })

  it('is shown in Arabic from right to left, with amounts and addresses left to right', async ({ open, expect }) => {
    const { frame, show } = await open({ language: 'ar' })
    await show(examples.calls)
    await frame.getByRole('main', { name: 'الموافقة على \u20683\u2069 استدعاءات' }).waitFor()
    expect(await frame.evaluate(() => document.documentElement.dir)).toBe('rtl')
    const fee = frame.locator('.facts > div', { hasText: 'رسوم الشبكة' }).locator('dd')
    expect(await fee.textContent()).toBe('حتى \u20680.0009 ETH\u2069')
    const directions = await frame
      .locator('.hero, .address, .site b')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction))
    expect(new Set(directions)).toEqual(new Set(['ltr']))
    // the number comes before its unit, and the name before its value
    const [number, unit] = await frame
      .locator('.hero bdi')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().x))
    expect(Number(number)).toBeLessThan(Number(unit))
    const [name, value] = await frame
      .locator('.facts > div', { hasText: 'رسوم الشبكة' })
      .locator('dt, dd')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().x))
    expect(Number(name)).toBeGreaterThan(Number(value))
  })

  it('uses the frame’s language in a separate window', async ({ open, expect }) => {
    const { context, show } = await open({ language: 'ja', isBlind: true })
    const [popup] = await Promise.all([context.waitForEvent('page'), show(examples.send)])
    await popup.getByRole('heading', { name: '送金を承認' }).waitFor()
    expect(await popup.locator('.lead').textContent()).toBe('app.exampleが次の送金を求めています')
    await popup.getByRole('button', { name: '拒否' }).click()
  })

  it('shows the scheme of a site without HTTPS', async ({ open, expect }) => {
    const { frame, show } = await open({ origin: 'http://localhost:4173' })
    await show(examples.text)
    expect(await frame.locator('.site').textContent()).toBe('http://localhost:4173')
  })

  it.for([
    ['unlimited', 'Approve anyway', 'No limit'],
    ['hash', 'Sign anyway', 'authorize anything'],
    ['permit', 'Sign anyway', 'No limit'],
    ['unknown', 'Approve', 'We can’t decode'],
    ['named', 'Approve', 'The contract may do something else'],
  ] as const)('warns of %s, with the button “%s”', async ([name, button, words], { open, expect }) => {
    const { frame, show } = await open()
    await show(examples[name])
    expect(await frame.locator('footer .button').last().textContent()).toBe(button)
    expect(await frame.locator('.note').first().textContent()).toContain(words)
  })

  it('shows the guessed name and values of an unknown call as unverified, with its calldata', async ({
    open,
    expect,
  }) => {
    const { frame, show } = await open()
    await show(examples.named)
    const facts = await frame.locator('main').textContent()
    for (const part of ['Contract call', 'FunctionsafeMintunverified name', 'Selector0xd204c45e'])
      expect(facts).toContain(part)
    expect(await frame.locator('.tree .name').allInnerTexts()).toEqual(['to', 'uri'])
    expect(await frame.locator('.tree .hidden-character').allInnerTexts()).toEqual(['U+202E', 'U+0000'])
    await frame.getByText('Details', { exact: true }).click()
    expect(await frame.locator('pre.bytes').textContent()).toMatch(/^0xd204c45e/)
  })

  it('shows hidden characters as code points, so that they can’t reorder or hide text', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show(examples.hidden)
    expect(await frame.locator('.hidden-character').allInnerTexts()).toEqual([
      'U+202E',
      'U+202C',
      'U+200B',
      'U+0000 ×3',
    ])
    expect(await frame.locator('pre.text').textContent()).not.toMatch(/[\u202e\u202c\u200b\0]/)
  })

  it('enables signing of a long message only after it was scrolled to the end', async ({ open, expect }) => {
    const { page, frame, show, outcomes } = await open()
    await show(examples.long)
    const sign = frame.getByRole('button', { name: 'Sign' })
    const ready = frame.getByRole('button', { name: 'Sign', disabled: false })
    await expect.poll(() => frame.getByRole('status').textContent()).toBe('Scroll to the end to continue.')
    await page.waitForTimeout(1_200)
    expect(await sign.isDisabled()).toBe(true)
    await frame.getByRole('button', { name: 'Scroll down' }).click()
    expect(await sign.isDisabled()).toBe(true)
    await frame.getByRole('region', { name: 'Request' }).press('End')
    await ready.press('Enter')
    await expect.poll(outcomes).toEqual([true])
  })

  it('can be rejected at any time, by mouse and keyboard', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    await show(examples.long)
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect.poll(outcomes).toEqual([false])
    expect(await frame.locator('main').count()).toBe(0)
    await show(examples.send)
    await frame.getByRole('button', { name: 'Reject' }).press('Enter')
    await expect.poll(outcomes).toEqual([false, false])
  })

  it('closes when the request is aborted', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    await show(examples.send)
    await frame.locator('main').waitFor()
    await show({ abort: true })
    await expect.poll(outcomes).toEqual(['gone'])
    expect(await frame.locator('main').count()).toBe(0)
  })

  it('stays busy after an approval, and approves only once', async ({ open, expect }) => {
    const { frame, show, outcomes } = await open()
    await show(examples.send)
    const send = frame.getByRole('button', { name: 'Send' })
    await frame.getByRole('button', { name: 'Send', disabled: false }).press('Enter')
    await send.press('Enter')
    await expect.poll(outcomes).toEqual([true])
    expect(await send.getAttribute('aria-busy')).toBe('true')
    expect(await frame.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true)
    await show(examples.text)
    await frame.getByRole('heading', { name: 'Sign message' }).waitFor()
    expect(await frame.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(false)
  })

  it('has an accessible name, focuses its title, and follows the theme', async ({ open, expect }) => {
    const { frame, show } = await open()
    await show({ ...examples.send, theme: 'dark', accent: 'rgb(200, 30, 60)' })
    await frame.getByRole('main', { name: 'Approve transfer' }).waitFor()
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe('approval-title')
    const look = await frame.locator('main').evaluate((main) => {
      const { backgroundColor, color } = getComputedStyle(main)
      return [backgroundColor, color]
    })
    expect(look).toEqual(['oklch(0.205 0.008 268)', 'oklch(0.965 0.004 268)'])
    const button = frame.locator('footer .button:last-child:not(:disabled)')
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(200, 30, 60)')
  })

  it.for([
    [900, 720],
    [320, 640],
    [430, 500],
  ])('cuts nothing off in a window of %i × %i, in either text direction', async ([width, height], { open, expect }) => {
    const { frame, show } = await open({ width, height })
    for (const example of Object.values(examples))
      for (const dir of ['ltr', 'rtl']) {
        await show({ ...example, dir })
        await frame.locator(`html[dir=${dir}] main`).waitFor()
        const wide = await frame
          .locator('.content')
          .evaluate((element) =>
            [element, ...element.querySelectorAll('.facts, .text, .tree, dd')]
              .filter(
                (one) =>
                  one.scrollWidth > one.clientWidth + 1 || (one !== element && one.scrollHeight > one.clientHeight + 1),
              )
              .map((one) => one.className || one.textContent),
          )
        expect(wide.filter((name) => name !== 'content' || true)).toEqual([])
      }
  })
})

describe.concurrent('the approval screen in browsers that cannot detect overlays', { timeout: 120_000 }, () => {
  it('approves a transaction in a separate window', async ({ open, expect }) => {
    const { context, frame, show, outcomes } = await open({ isBlind: true })
    const opening = context.waitForEvent('page')
    await show(examples.send)
    const popup = await opening
    expect(await frame.getByRole('button', { name: 'Open to approve' }).isVisible()).toBe(true)
    expect(new URL(popup.url()).pathname).toBe('/approve')
    await popup.getByRole('heading', { name: 'Approve transfer' }).waitFor()
    expect(await popup.locator('main').textContent()).toContain('0.25')
    expect(await popup.locator('.site').textContent()).toBe('app.example')
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Send', disabled: false }).press('Enter')
    await closed
    await expect.poll(outcomes).toEqual([true])
    // it is being signed and sent: rejecting it is too late, and it is not approved again
    expect(await frame.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true)
    const button = frame.getByRole('button', { name: 'Open to approve' })
    expect([await button.isDisabled(), await button.getAttribute('aria-busy')]).toEqual([true, 'true'])
  })

  it('has a button that opens the window if the browser blocked it', async ({ open, expect }) => {
    const { context, frame, show, outcomes } = await open({ isBlind: true })
    await frame.evaluate(() => {
      const own = window.open
      window.open = () => {
        window.open = own
        return null
      }
    })
    await show(examples.unlimited)
    const button = frame.getByRole('button', { name: 'Open to approve' })
    const [popup] = await Promise.all([context.waitForEvent('page'), button.click()])
    await popup.locator('.content').press('End')
    await popup.getByRole('button', { name: 'Approve anyway', disabled: false }).press('Enter')
    await expect.poll(outcomes).toEqual([true])
  })

  it('reopens a closed window, and can be rejected in the window or in the frame', async ({ open, expect }) => {
    const { context, frame, show, outcomes } = await open({ isBlind: true })
    const button = frame.getByRole('button', { name: 'Open to approve' })
    const [first] = await Promise.all([context.waitForEvent('page'), show(examples.send)])
    await first.close()
    const [popup] = await Promise.all([context.waitForEvent('page'), button.click()])
    // the window may close during the click
    const press = popup.getByRole('button', { name: 'Reject' }).click()
    await Promise.all([popup.waitForEvent('close'), press.catch(() => undefined)])
    await expect.poll(outcomes).toEqual([false])
    await show(examples.send)
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect.poll(outcomes).toEqual([false, false])
    await expect.poll(() => context.pages().length).toBe(1)
  })

  it('signs a plain message in the frame', async ({ open, expect }) => {
    const { context, frame, show, outcomes } = await open({ isBlind: true })
    await show(examples.text)
    await frame.getByRole('button', { name: 'Sign', disabled: false }).press('Enter')
    await expect.poll(outcomes).toEqual([true])
    expect(context.pages()).toHaveLength(1)
  })

  it('shows no request in a window without an opener or opened by another page', async ({ open, expect }) => {
    const { context, page, frame } = await open({ isBlind: true })
    const address = new URL('/approve', frame.url()).href
    const alone = await context.newPage()
    await alone.goto(address)
    expect(await alone.locator('body').textContent()).toContain('nothing to approve')
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((url) => void (window.open(url) ?? 0), address),
    ])
    await popup.waitForLoadState()
    await page.evaluate(
      ([message, url]) => {
        const target = window.open('', '_blank')
        target?.close()
        window.postMessage(message, url)
      },
      [{ type: '@latchkey/APPROVE_SHOW', request: examples.send }, new URL(page.url()).origin] as const,
    )
    expect(await popup.locator('main').count()).toBe(0)
  })
})
