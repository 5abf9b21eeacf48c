import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../http/server.js'
import { solanaTokens } from '../solana/network.js'
import { worldMarket } from '../world/market.js'
import { worldTokens } from '../world/world.js'
import { startBalancer } from './balancer.js'
import { startProgram } from './program.js'
import type { SignInNetwork } from './signInNetworks.js'

export type StartVaultOptions = {
  /** The folder of the vault's built programs, `custody.js` and `site.js`. */
  readonly programs: string
  /** How browsers name this machine; one that knows no names below `localhost` needs `127.0.0.1`. */
  readonly hostname?: 'vault.localhost' | '127.0.0.1' | undefined
  /** Of the site: it is part of the vault's address, so that a busy one is an error. */
  readonly port: number
  /** Where the key that seals all keys stays: it has to be another than that of the database. */
  readonly folder: string
  readonly databaseUrl: string
  readonly smtpUrl: string
  /** The apps that may show the frame, by project id. */
  readonly projects: Readonly<
    Record<string, { readonly name: string; readonly origins: readonly string[]; readonly policy?: object | undefined }>
  >
  /** As {@link toSignInNetworks} makes them. */
  readonly networks: readonly unknown[]
  /** Whom a visitor may log in with beside a mailbox: as {@link startIdentity} gives them. */
  readonly providers?: Readonly<Record<string, unknown>> | undefined
  /** As {@link startFarcaster} gives it. */
  readonly farcaster?: { readonly url: string; readonly rpcUrl: string } | undefined
  /** Whether callers are told apart by `X-Forwarded-For`: for tests, which all come from one address. */
  readonly trustsProxy?: boolean | undefined
  /** Of {@link createClockFile}. */
  readonly clockFile?: string | undefined
  /** How many custody processes share the database, behind a balancer. Default: one, behind a socket. */
  readonly custodies?: number | undefined
}

export type RunningVault = {
  /** Of the frame, e.g. `http://vault.localhost:…/`. */
  readonly url: string
  readonly port: number
  /** Settles with the name of the part that ended first. */
  readonly exited: Promise<'custody' | 'site'>
  /** May be called often. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the vault as it is run for real: custody, which alone has the key and the database, and the site in front of it, each a
 * process of its own. The key is made at the first start.
 */
export async function startVault(options: StartVaultOptions): Promise<RunningVault> {
  const { programs, port, folder, databaseUrl, smtpUrl, clockFile, hostname = 'vault.localhost' } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // the path of a socket may have 107 characters, which a folder of its own may exceed
  const sockets = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  const [projects, networks] = [join(folder, 'projects.json'), join(folder, 'networks.json')]
  await writeFile(projects, JSON.stringify(options.projects))
  await writeFile(networks, JSON.stringify(options.networks))
  const providers = join(folder, 'providers.json')
  // it has secrets in it
  if (options.providers) await writeFile(providers, JSON.stringify(options.providers), { mode: 0o600 })
  const { farcaster } = options
  const socket = join(sockets, 'custody.sock')
  const publicUrl = `http://${hostname}:${port}`
  const shared = {
    ...{ PUBLIC_URL: publicUrl, VAULT_PROJECTS_FILE: projects, VAULT_NETWORKS_FILE: networks },
    ...(clockFile && { CLOCK_FILE: clockFile }),
  }
  const envs = {
    custody: {
      ...{ DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl },
      ...{ MAIL_FROM: 'Latchkey <vault@latchkey.localhost>' },
      ...(options.providers && { SOCIAL_PROVIDERS_FILE: providers }),
      ...(farcaster && { FARCASTER_RELAY_URL: farcaster.url, FARCASTER_RPC_URL: farcaster.rpcUrl }),
      ...{ VAULT_KEK_FILE: join(folder, 'key-encryption-key'), VAULT_KEK_CREATE: '1' },
    },
    site: {
      PORT: String(port),
      ...(options.trustsProxy && { TRUST_PROXY: '1' }),
    },
  }
  const parts: { stop(): Promise<void> }[] = []
  const ends: Promise<'custody' | 'site'>[] = []
  const stop = async (): Promise<void> => {
    // the site first, so that nobody is let in who finds nothing behind it
    for (const part of parts.toReversed()) await part.stop()
    await rm(sockets, { recursive: true, force: true })
  }
  const start = async (name: 'custody' | 'site', env: Readonly<Record<string, string>>): Promise<void> => {
    const part = await startProgram({
      file: join(programs, `${name}.js`),
      env: { ...shared, ...envs[name], ...env },
    })
    parts.push(part)
    ends.push(part.exited.then(() => name))
  }
  /** Starts `count` custody processes, which share nothing but the database and the key; returns where a site reaches them. */
  const startCustodies = async (count: number): Promise<string> => {
    const ports: number[] = []
    while (ports.length < count) {
      const own = await findFreePort()
      // one after the other: the first makes the key
      await start('custody', { CUSTODY_PORT: String(own) })
      ports.push(own)
    }
    const balancer = await startBalancer({ port: 0, ports: ports as [number, ...number[]] })
    parts.push(balancer)
    return balancer.url
  }
  try {
    let custody = socket
    if ((options.custodies ?? 1) > 1) custody = await startCustodies(options.custodies ?? 1)
    else await start('custody', { CUSTODY_SOCKET: socket })
    await start('site', { CUSTODY: custody })
    return { url: `${publicUrl}/`, port, exited: Promise.race(ends), stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

export type DemoVaultOptions = {
  readonly networks: readonly SignInNetwork[]
  /** Of the demo. */
  readonly origins: readonly string[]
}

/**
 * What the vault of the demo knows: the tokens that it vouches for, and beside the app `demo` one that holds the first transfer to
 * somebody that is worth more than 1,000 for an hour (`demo-holds`). Its prices are rough; they only have to be there.
 */
export function toDemoVault({ networks, origins }: DemoVaultOptions): Pick<StartVaultOptions, 'projects' | 'networks'> {
  const assets = networks
    .filter(({ chainNamespace }) => chainNamespace !== 'bip122')
    .map((network) => {
      const { chainNamespace, id, nativeCurrency } = network
      const price = chainNamespace === 'eip155' ? '3000' : '150'
      const tokens = toTokens(network).map(
        ({ address, symbol, decimals }) => [address, { decimals, price: symbol === 'WETH' ? '3000' : '1' }] as const,
      )
      return [
        `${chainNamespace}:${id}`,
        { native: { decimals: nativeCurrency.decimals, price }, ...Object.fromEntries(tokens) },
      ] as const
    })
  const holdFirstTransfer = { above: '1000', hours: 1 }
  const name = 'Latchkey demo'
  return {
    networks: networks.map((network) => ({ ...network, tokens: toTokens(network) })),
    projects: {
      demo: { name, origins },
      'demo-holds': { name, origins, policy: { assets: Object.fromEntries(assets), holdFirstTransfer } },
    },
  }
}

function toTokens({ chainNamespace }: SignInNetwork): readonly {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}[] {
  const { USDC, DAI } = worldTokens
  const tokens = {
    eip155: [USDC, DAI, worldMarket.usd, worldMarket.wrappedNative],
    solana: [solanaTokens.BEAN],
    bip122: [],
  }
  return tokens[chainNamespace].map(({ address, symbol, decimals }) => ({ address, symbol, decimals }))
}
