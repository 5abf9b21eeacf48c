import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Devnet,
  providePostgres,
  type RunningFarcaster,
  type RunningIdentity,
  type RunningMailbox,
  startAnvil,
  startFarcaster,
  startIdentity,
  startMailbox,
} from '@latchkey/devnet'
import { chromiumOptions } from '@latchkey/devnet/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildFrame } from '../../buildFrame.js'
import { parseProviders } from '../../custody/providers/parseProviders.js'
import { readSms } from '../../custody/sms/sms.js'
import { startCustody } from '../../custody/startCustody.js'
import { createVisitor, type Visitor } from '../../custody/test/createVisitor.js'
import { post } from '../../custody/test/post.js'
import { type RunningSite, startSite } from '../../site/startSite.js'

export type AccountWorld = {
  readonly browser: Browser
  readonly mailbox: RunningMailbox
  /** Simulates the six login providers, which are only configured with `elsewhere`. */
  readonly identity: RunningIdentity
  readonly farcaster: RunningFarcaster | undefined
  readonly site: RunningSite
  readonly frameFolder: string
  readonly custody: string
  readonly now: () => number
  readonly move: (ms: number) => void
  /** Opens the project's account page. Default: in a new browser context. */
  readonly open: (context?: BrowserContext) => Promise<Page>
  /** Logs in to the app in a new browser. */
  readonly logInApp: (email: string) => Promise<Visitor>
  /** Logs in on the page like a user: with a code, and a link if the browser is new. */
  readonly logIn: (page: Page, email: string) => Promise<void>
  /** Returns the newest code that was emailed to this address. */
  readonly getCode: (email: string) => string
  readonly stop: () => Promise<void>
}

export type OpenAccountWorldOptions = {
  /** Whether users may log in with other providers, and by SMS. */
  readonly elsewhere?: boolean | undefined
  /** Local chains with smart accounts, named `One` and `Two` in this order. Self-custody is optional. */
  readonly devnet?: Devnet | undefined
}

/** Starts the site with custody, a database, a mail server and a browser. */
export async function openAccountWorld({
  elsewhere = false,
  devnet,
}: OpenAccountWorldOptions = {}): Promise<AccountWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-account-'))
  const frameFolder = join(folder, 'frame')
  let time = Date.now()
  const started = performance.now()
  const now = (): number => Math.round(time + performance.now() - started)
  const [postgres, mailbox, browser] = await Promise.all([
    providePostgres({ databases: ['vault'] }),
    startMailbox({ now }),
    chromium.launch(chromiumOptions()),
    buildFrame(frameFolder),
  ])
  const logo = {
    type: 'image/png',
    base64: 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGOosXqLFTEMLQkA0eBowXCXrMoAAAAASUVORK5CYII=',
  } as const
  const brand = { color: '#7c3aed', logo }
  const sms = elsewhere ? { countries: ['DE'], perDay: 1_000 } : undefined
  const projects = new Map([
    ['demo', { name: 'Demo', brand, origins: ['https://app.example'], selfCustody: 'optional' as const, sms }],
  ])
  const networks = (devnet?.chains ?? []).map(({ id, rpcUrl, bundlerUrl = '', paymasterUrl }, index) => ({
    ...{ caipNetworkId: `eip155:${id}`, name: ['One', 'Two'][index] ?? '', symbol: 'ETH', decimals: 18 },
    ...{ rpcUrls: [rpcUrl], bundlers: [bundlerUrl], paymaster: paymasterUrl },
  }))
  const socket = join(folder, 'custody.sock')
  // finds a free port first, because the public URL, which emails link to, must include it
  const probe = await startSite({ projects, networks, custody: socket, port: 0, frameFolder, now })
  await probe.stop()
  const site = await startSite({ projects, networks, custody: socket, port: probe.port, frameFolder, now })
  const identity = await startIdentity({ redirectUris: [`${site.publicUrl}/social/callback`] })
  const anvil = elsewhere ? await startAnvil({ chainId: 10 }) : undefined
  const farcaster = anvil && (await startFarcaster({ rpcUrl: anvil.url }))
  const custody = await startCustody({
    ...(elsewhere && { providers: parseProviders(identity.providers) }),
    ...(elsewhere && {
      sms: readSms({ SMS_WEBHOOK_URL: mailbox.sms.url, SMS_WEBHOOK_SECRET: mailbox.sms.secret }),
    }),
    ...(farcaster && { farcaster: { relayUrl: farcaster.url, rpcUrl: farcaster.rpcUrl } }),
    listen: { socket },
    databaseUrl: postgres.urls['vault'] ?? '',
    kekFile: join(folder, 'kek'),
    createsKek: true,
    smtpUrl: mailbox.smtpUrl,
    mailFrom: 'Latchkey <login@vault.example>',
    publicUrl: site.publicUrl,
    projects,
    networks,
    now,
  })
  const getMails = (email: string): ReturnType<RunningMailbox['getMails']> => mailbox.getMails(email)
  const getCode = (email: string): string => getMails(email).findLast(({ codes }) => codes.length > 0)?.codes[0] ?? ''
  const getLink = (email: string): string =>
    getMails(email)
      .flatMap(({ links }) => links)
      .findLast((link) => link.includes('/link?')) ?? ''
  return {
    browser,
    mailbox,
    identity,
    farcaster,
    site,
    frameFolder,
    custody: custody.address,
    now,
    getCode,
    move: (ms) => {
      time += ms
    },
    open: async (context) => {
      const page = await (context ?? (await browser.newContext())).newPage()
      await page.goto(`${site.publicUrl}/account?projectId=demo`)
      return page
    },
    logInApp: async (email) => {
      const visitor = createVisitor({ addresses: [custody.address], now })
      await visitor.get('hello', {})
      await visitor.get('email.start', { email })
      const token = new URL(getLink(email)).searchParams.get('token')
      await post(custody.address, '/link', { token, approve: true, ip: '' })
      await visitor.get('email.device', {})
      await visitor.get('email.verify', { code: getCode(email) })
      time += 61_000
      return visitor
    },
    logIn: async (page, email) => {
      const links = getMails(email).length
      await page.getByLabel('Your email address').fill(email)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByText('emailed you a link').or(page.getByLabel('Six-digit code')).first().waitFor()
      if (await page.getByText('emailed you a link').isVisible()) {
        if (getMails(email).length === links) throw new Error('No link was mailed.')
        const tab = await page.context().newPage()
        await tab.goto(getLink(email))
        await tab.click('button')
        await tab.waitForSelector('text=Device approved')
        await tab.close()
      }
      await page.getByLabel('Six-digit code').fill('')
      await page.getByLabel('Six-digit code').fill(getCode(email))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Your wallet' }).waitFor()
      time += 61_000
    },
    stop: async () => {
      await browser.close()
      await site.stop()
      await custody.stop()
      await mailbox.stop()
      await Promise.all([identity.stop(), farcaster?.stop(), anvil?.stop()])
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
