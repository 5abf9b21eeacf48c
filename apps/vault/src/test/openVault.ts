import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Devnet,
  providePostgres,
  type RunningFarcaster,
  type RunningIdentity,
  type RunningMailbox,
  type RunningPaymaster,
  startDevnet,
  startFarcaster,
  startIdentity,
  startMailbox,
  startPaymaster,
} from '@latchkey/devnet'
import { chromiumOptions } from '@latchkey/devnet/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildFrame } from '../buildFrame.js'
import { parseProviders } from '../custody/providers/parseProviders.js'
import { type RunningCustody, startCustody } from '../custody/startCustody.js'
import { type ParentPage, startParentPage } from '../frame/test/startParentPage.js'
import { type RunningSite, startSite } from '../site/startSite.js'

export type OpenVaultOptions = {
  /** Whether its EVM network has smart accounts, with a bundler and a paymaster. */
  readonly accounts?: boolean | undefined
}

export type OpenVault = {
  readonly devnet: Devnet
  readonly databaseUrl: string
  readonly mailbox: RunningMailbox
  readonly browser: Browser
  readonly parent: ParentPage
  readonly publicUrl: string
  /** Simulates the six login providers. */
  readonly identity: RunningIdentity
  readonly farcaster: RunningFarcaster
  /** The app's own paymaster, which the vault's project lists. Only with smart accounts. */
  readonly paymaster: RunningPaymaster | undefined
  readonly warnings: readonly unknown[]
  /** Clock of all processes of the vault. */
  readonly now: () => number
  readonly move: (ms: number) => void
  /** Opens a browser whose settings block cookies and site data. */
  openWithoutCookies(): Promise<BrowserContext>
  /** Opens the app's page with the frame. Default: in a new browser context. */
  open(context?: BrowserContext, query?: string, origin?: string): Promise<Page>
  /** Origin of the same page on the vault's own site. */
  readonly sameSite: string
  /** Replaces both custody processes; the sites stay. */
  restartCustodies(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the whole vault as in production: a database, a mail server, and two instances of each program, with new
 * connections going to each in turn; also chains, an app's page on another site, and a browser.
 */
export async function openVault({ accounts = false }: OpenVaultOptions = {}): Promise<OpenVault> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  let time = Date.now()
  const started = performance.now()
  const now = (): number => Math.round(time + performance.now() - started)
  const [postgres, mailbox, devnet, parent, browser] = await Promise.all([
    providePostgres({ databases: ['vault'] }),
    startMailbox({ now }),
    startDevnet({ chains: [31337], solana: true, accounts }),
    startParentPage(),
    chromium.launch(chromiumOptions()),
    buildFrame(join(folder, 'frame')),
  ])
  const ports: number[] = []
  const front = await listenBefore(ports)
  const publicUrl = `http://vault.localhost:${front.port}`
  const identity = await startIdentity({ redirectUris: [`${publicUrl}/social/callback`] })
  const farcaster = await startFarcaster({ rpcUrl: devnet.chains[0].rpcUrl })
  const providers = parseProviders(identity.providers)
  const warnings: unknown[] = []
  const warn = (cause: unknown): unknown => warnings.push(cause)
  const paymaster = accounts
    ? await startPaymaster({ chains: [{ id: 31337, rpcUrl: devnet.chains[0].rpcUrl }] })
    : undefined
  const paymasters = paymaster && [{ url: paymaster.toUrl(31337), chains: ['eip155:31337'] }]
  // the same page on the vault's own site
  const sameSite = parent.origin.replace('localhost', 'app.vault.localhost')
  const projects = new Map([['demo', { name: 'Demo', origins: [parent.origin, sameSite], paymasters }]])
  const { solana } = devnet
  if (!solana) throw new Error('The devnet has no Solana.')
  const sol = { name: solana.network.name, symbol: 'SOL', decimals: 9 }
  const { rpcUrl, bundlerUrl, paymasterUrl } = devnet.chains[0]
  const networks = [
    {
      caipNetworkId: 'eip155:31337',
      name: 'Local',
      symbol: 'ETH',
      decimals: 18,
      rpcUrls: [rpcUrl],
      ...(bundlerUrl !== undefined && { bundlers: [bundlerUrl] }),
      ...(paymasterUrl !== undefined && { paymaster: paymasterUrl }),
    },
    { caipNetworkId: solana.network.caipNetworkId, ...sol, rpcUrls: [solana.network.rpcUrl] },
  ]
  const databaseUrl = postgres.urls['vault'] ?? ''
  const custodies: RunningCustody[] = []
  const sites: RunningSite[] = []
  const addCustody = async (): Promise<RunningCustody> => {
    const custody = await startCustody({
      listen: { socket: join(folder, `custody-${custodies.length}.sock`) },
      databaseUrl,
      kekFile: join(folder, 'kek'),
      createsKek: custodies.length === 0,
      smtpUrl: mailbox.smtpUrl,
      mailFrom: 'Latchkey <login@vault.example>',
      publicUrl: `${publicUrl}/`,
      projects,
      now,
      warn,
      providers,
      farcaster: { relayUrl: farcaster.url, rpcUrl: farcaster.rpcUrl },
    })
    custodies.push(custody)
    return custody
  }
  for (let index = 0; index < 2; index++) {
    const custody = await addCustody()
    const site = await startSite({
      projects,
      networks,
      custody: custody.address,
      port: 0,
      publicUrl,
      now,
      warn,
      frameFolder: join(folder, 'frame'),
    })
    ports.push(site.port)
    sites.push(site)
  }
  return {
    devnet,
    databaseUrl,
    mailbox,
    identity,
    farcaster,
    paymaster,
    browser,
    parent,
    publicUrl,
    warnings,
    now,
    move(ms) {
      time += ms
    },
    async openWithoutCookies() {
      const profile = join(folder, 'profile')
      await mkdir(join(profile, 'Default'), { recursive: true })
      const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
      await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
      return chromium.launchPersistentContext(profile, chromiumOptions('whole'))
    },
    sameSite,
    async restartCustodies() {
      for (const custody of custodies.splice(0)) await custody.stop()
      for (let index = 0; index < 2; index++) await addCustody()
    },
    async open(context, query = '', origin = parent.origin) {
      const page = await (context ?? (await browser.newContext())).newPage()
      const frameUrl = `${publicUrl}/?projectId=demo&chainId=eip155:31337&version=4&enableLogger=false`
      await page.goto(`${origin}/?frame=${encodeURIComponent(frameUrl)}${query}`)
      await page.evaluate('ready()')
      return page
    },
    async stop() {
      await browser.close()
      front.stop()
      for (const part of [...sites, ...custodies]) await part.stop()
      await paymaster?.stop()
      await Promise.all([parent.stop(), mailbox.stop(), identity.stop(), farcaster.stop(), devnet.stop()])
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Listens on one port, and forwards connections to these ports in turn. */
async function listenBefore(ports: readonly number[]): Promise<{ readonly port: number; stop(): void }> {
  let count = 0
  const server = createServer((socket) => {
    const behind = connect(ports[count++ % ports.length] ?? 0, '127.0.0.1')
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, stop: () => server.close() }
}
