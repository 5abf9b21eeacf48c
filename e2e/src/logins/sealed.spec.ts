import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createClockFile,
  findFreePort,
  type Mail,
  providePostgres,
  startMailbox,
  startVault,
  toSignInNetworks,
} from '@latchkey/devnet'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { Mailbox } from '../embedded/Mailbox.js'

const day = 86_400_000

/** A vault of its own, so that the test can advance time by days. */
class OwnVault {
  readonly url: string
  readonly mailbox: Mailbox
  readonly letPass: (ms: number) => Promise<void>

  constructor(options: {
    readonly url: string
    readonly mailboxUrl: string
    readonly letPass: (ms: number) => Promise<void>
  }) {
    this.url = options.url
    this.mailbox = new Mailbox(undefined, options.mailboxUrl)
    this.letPass = options.letPass
  }

  /** Opens the wallet's page in a new browser and logs in. */
  async open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto(new URL('/account?projectId=demo', this.url).href)
    const mails = await this.mailbox.read()
    await page.getByLabel('Your email address').fill(this.mailbox.address)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const links = mails.flatMap((mail) => mail.links.filter((link) => link.includes('/link?'))).length
    const tab = await context.newPage()
    await tab.goto(await this.mailbox.nextLink(links))
    await tab.getByRole('button', { name: /approve/i }).click()
    await expect(tab.getByText('You can close this page.')).toBeVisible()
    await tab.close()
    const codes = mails.filter((mail) => mail.codes.length > 0).length
    await page.getByLabel('Six-digit code').fill(await this.mailbox.nextCode(codes))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Your wallet', exact: true })).toBeVisible()
    await this.letPass(3_600_000)
    return page
  }

  /** Confirms with the code from the email. */
  async confirm(page: Page, begin: () => Promise<void>): Promise<void> {
    const codes = (await this.mailbox.read()).filter((mail) => mail.codes.length > 0).length
    await begin()
    await page.getByLabel('Six-digit code').fill(await this.mailbox.nextCode(codes))
    await page.getByRole('button', { name: 'Confirm' }).click()
  }

  /** Requests to seal the wallet. Returns the recovery code. */
  async seal(page: Page): Promise<string> {
    await this.confirm(page, () => page.getByRole('button', { name: 'Seal my wallet' }).click())
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const printed = (await page.getByLabel('Seal code', { exact: true }).textContent()) ?? ''
    await page.getByLabel('Your printed code').fill(printed)
    await page.getByRole('button', { name: 'Seal', exact: true }).click()
    await expect(page.getByText('Your wallet will be sealed on')).toBeVisible()
    return printed
  }
}

const test = base.extend<{ readonly vault: OwnVault }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures it needs
  vault: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-sealed-'))
    const [postgres, mailbox, clock] = await Promise.all([
      providePostgres({ databases: ['sealed'] }),
      startMailbox(),
      createClockFile({ file: join(folder, 'clock') }),
    ])
    const vault = await startVault({
      programs: new URL('../../../apps/vault/dist', import.meta.url).pathname,
      port: await findFreePort(),
      folder,
      databaseUrl: postgres.urls['sealed'] ?? '',
      smtpUrl: mailbox.smtpUrl,
      clockFile: clock.file,
      networks: toSignInNetworks({ evm: JSON.parse(process.env['CHAINS'] ?? '[]') }),
      projects: { demo: { name: 'Latchkey demo', origins: ['http://localhost:9'] } },
    })
    await use(new OwnVault({ url: vault.url, mailboxUrl: mailbox.url, letPass: (ms) => clock.move(ms) }))
    await vault.stop()
    await mailbox.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  },
})

test.describe('a wallet that its owner seals', () => {
  test('is sealed after a day in which they can cancel; mailbox access alone neither seals nor unlocks it @threats', async ({
    browser,
    context,
    vault,
  }) => {
    test.setTimeout(180_000)
    const owner = await vault.open(context)
    await vault.letPass(day)
    await owner.reload()
    const thief = await vault.open(await browser.newContext())
    await expect(thief.getByText('This browser is new to your wallet. You can seal the wallet here from')).toBeVisible()
    await expect(thief.getByRole('button', { name: 'Seal my wallet' })).toBeHidden()

    await vault.seal(owner)
    await owner.getByRole('button', { name: 'Cancel sealing' }).click()
    await expect(owner.getByText('Sealing was canceled.')).toBeVisible()
    // a browser gets at most one emailed code per half minute
    await vault.letPass(31_000)
    const printed = await vault.seal(owner)
    // one email per request
    const listAsked = async (): Promise<readonly Mail[]> =>
      (await vault.mailbox.read()).filter(({ subject }) => subject === 'Your wallet will be sealed')
    await expect.poll(async () => (await listAsked()).length).toBe(2)
    const cancel = (await listAsked()).at(-1)?.links.find((link) => link.includes('/notice?'))
    const notice = await context.newPage()
    await notice.goto(cancel ?? '')
    await expect(notice.getByRole('heading', { name: 'Cancel sealing your wallet?' })).toBeVisible()
    await notice.close()
    await vault.letPass(day)
    await owner.reload()
    await expect(owner.getByText('Your wallet is sealed')).toBeVisible()

    // by now the thief's first browser is a day old, so another one makes the request
    const young = await vault.open(await browser.newContext())
    await expect(young.getByLabel('Your printed code')).toBeHidden()
    await young.getByRole('button', { name: 'Request confirmation' }).click()
    await expect(young.getByText('Waiting until')).toBeVisible()
    await owner.reload()
    await owner.getByRole('button', { name: 'Decline and log it out' }).click()
    await expect(owner.getByText('That browser is logged out.')).toBeVisible()
    await young.getByRole('button', { name: 'Check again' }).click()
    await expect(young.getByLabel('Your email address')).toBeVisible()

    await owner.getByLabel('Your printed code').fill(printed)
    await owner.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(owner.getByText('Unlocked on this page until')).toBeVisible()
    // only the owner can unlock
    await thief.reload()
    await expect(thief.getByLabel('Your printed code')).toBeVisible()
    await expect(thief.getByText('Unlocked on this page until')).toBeHidden()
  })
})
