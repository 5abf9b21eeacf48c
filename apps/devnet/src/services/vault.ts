import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../http/server.js'
import { solanaTokens } from '../solana/network.js'
import { worldMarket } from '../world/market.js'
import { worldTokens } from '../world/world.js'
import { startBalancer } from './balancer.js'
import { runProgram, startProgram } from './program.js'
import type { SignInNetwork } from './signInNetworks.js'

export type StartVaultOptions = {
  /** The folder of the vault's build, with `custody.js` and `site.js`. */
  readonly programs: string
  /** Host name for browsers; `127.0.0.1` for one that doesn't resolve names below `localhost`. */
  readonly hostname?: 'vault.localhost' | '127.0.0.1' | undefined
  /** Port of the site: part of the vault's URL, so a busy one is an error. */
  readonly port: number
  /** Folder of the master key, which must differ from the database's folder. */
  readonly folder: string
  readonly databaseUrl: string
  readonly smtpUrl: string
  /** Apps that may embed the frame, by project id. */
  readonly projects: Readonly<
    Record<
      string,
      {
        readonly name: string
        readonly origins: readonly string[]
        readonly returnPaths?: readonly string[] | undefined
        readonly policy?: object | undefined
        readonly jwt?: object | undefined
        readonly guests?: boolean | undefined
        readonly sms?: object | undefined
        readonly selfCustody?: 'off' | 'optional' | 'required' | undefined
      }
    >
  >
  /** See {@link toSignInNetworks}. */
  readonly networks: readonly unknown[]
  /** Login providers besides email, see {@link startIdentity}. */
  readonly providers?: Readonly<Record<string, unknown>> | undefined
  /** The receiver of text messages, see {@link startMailbox}. Default: none are sent. */
  readonly sms?: { readonly url: string; readonly secret: string } | undefined
  /** See {@link startFarcaster}. */
  readonly farcaster?: { readonly url: string; readonly rpcUrl: string } | undefined
  /** Identifies clients by `X-Forwarded-For`, for tests, which all have one address. */
  readonly trustsProxy?: boolean | undefined
  /** See {@link createClockFile}. */
  readonly clockFile?: string | undefined
  /** Port of custody's listener for operators. Default: none. */
  readonly operatorPort?: number | undefined
  /** Number of custody processes behind a load balancer. Default: one, behind a socket. */
  readonly custodies?: number | undefined
}

export type RunningVault = {
  /** URL of the frame, e.g. `http://vault.localhost:…/`. */
  readonly url: string
  readonly port: number
  /** Address of custody's operator API, and the token with which the console acts for operators. */
  readonly operators?: { readonly url: string; readonly token: string } | undefined
  /** Settles with the name of the process that exited first. */
  readonly exited: Promise<'custody' | 'site'>
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the vault as in production: custody, which alone has the master key and the database, and the site in front of it, as separate
 * processes. The key is created at the first start.
 */
export async function startVault(options: StartVaultOptions): Promise<RunningVault> {
  const { programs, port, folder, databaseUrl, smtpUrl, clockFile, hostname = 'vault.localhost' } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // a socket path is limited to 107 characters, which the data folder may exceed
  const sockets = await mkdtemp(join(tmpdir(), 'latchkey-vault-'))
  const [projects, networks] = [join(folder, 'projects.json'), join(folder, 'networks.json')]
  await writeFile(projects, JSON.stringify(options.projects))
  await writeFile(networks, JSON.stringify(options.networks))
  const providers = join(folder, 'providers.json')
  // contains secrets
  if (options.providers) await writeFile(providers, JSON.stringify(options.providers), { mode: 0o600 })
  const { farcaster, sms } = options
  const socket = join(sockets, 'custody.sock')
  const publicUrl = `http://${hostname}:${port}`
  const shared = {
    PUBLIC_URL: publicUrl,
    VAULT_PROJECTS_FILE: projects,
    VAULT_NETWORKS_FILE: networks,
    ...(clockFile && { CLOCK_FILE: clockFile }),
    DRAIN_SECONDS: '0',
    LOG_REQUESTS: '0',
  }
  const envs = {
    custody: {
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Latchkey <vault@latchkey.localhost>',
      ...(options.providers && { SOCIAL_PROVIDERS_FILE: providers }),
      ...(farcaster && { FARCASTER_RELAY_URL: farcaster.url, FARCASTER_RPC_URL: farcaster.rpcUrl }),
      ...(sms && { SMS_WEBHOOK_URL: sms.url, SMS_WEBHOOK_SECRET: sms.secret }),
      VAULT_KEK_FILE: join(folder, 'key-encryption-key'),
      VAULT_KEK_CREATE: '1',
    },
    site: {
      PORT: String(port),
      ...(options.trustsProxy && { TRUST_PROXY: '1' }),
    },
  }
  const { operatorPort } = options
  const operatorEnv = operatorPort === undefined ? {} : { OPERATOR_PORT: String(operatorPort) }
  const provideToken = (): Promise<string> =>
    provideOperatorToken({ folder, file: join(programs, 'custody.js'), env: { ...shared, ...envs.custody } })
  const parts: { stop(): Promise<void> }[] = []
  const ends: Promise<'custody' | 'site'>[] = []
  const stop = async (): Promise<void> => {
    // the site first, so that no request reaches a stopped custody
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
  /** Starts `count` custody processes, which share only the database and the key. Returns their URL for the site. */
  const startCustodies = async (count: number): Promise<string> => {
    const ports: number[] = []
    while (ports.length < count) {
      const own = await findFreePort()
      // sequentially: the first one creates the key
      await start('custody', { CUSTODY_PORT: String(own), ...(ports.length === 0 && operatorEnv) })
      ports.push(own)
    }
    const balancer = await startBalancer({ port: 0, ports: ports as [number, ...number[]] })
    parts.push(balancer)
    return balancer.url
  }
  try {
    let custody = socket
    if ((options.custodies ?? 1) > 1) custody = await startCustodies(options.custodies ?? 1)
    else await start('custody', { CUSTODY_SOCKET: socket, ...operatorEnv })
    await start('site', { CUSTODY: custody })
    const token = operatorPort === undefined ? undefined : await provideToken()
    return {
      url: `${publicUrl}/`,
      port,
      ...(token !== undefined && { operators: { url: `http://127.0.0.1:${operatorPort}`, token } }),
      exited: Promise.race(ends),
      stop,
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

type ProvideOperatorToken = { readonly folder: string; readonly file: string; readonly env: NodeJS.ProcessEnv }

/** Returns the console's token, which custody shows only once: it is kept beside the key. */
async function provideOperatorToken({ folder, file, env }: ProvideOperatorToken): Promise<string> {
  const stored = join(folder, 'operator-token')
  const known = await readFile(stored, 'utf8').catch(() => '') // none yet
  if (known !== '') return known
  const args = ['add-operator', '--name=operator-console', '--acts-for-others']
  const { token } = (await runProgram({ file, args, env })) as { readonly token: string }
  await writeFile(stored, token, { mode: 0o600 })
  return token
}

export type DemoVaultOptions = {
  readonly networks: readonly SignInNetwork[]
  /** Origin of the demo. */
  readonly origins: readonly string[]
  /** The issuer of tokens for the demo's users, see {@link startIdentity}. */
  readonly jwt?: object | undefined
}

/**
 * Settings of the demo's vault: verified tokens, the app `demo`, which has guests and logins by SMS and may have users of its own, and `demo-holds`, which holds the first transfer worth more than $1,000 to
 * a new recipient for an hour. Its prices are approximate. The app `demo-own` requires self-custody.
 */
export function toDemoVault({
  networks,
  origins,
  jwt,
}: DemoVaultOptions): Pick<StartVaultOptions, 'projects' | 'networks'> {
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
  const returnPaths = ['/', '/lab']
  const sms = { countries: ['AE', 'BR', 'CN', 'DE', 'ES', 'FR', 'GB', 'JP', 'US'] }
  return {
    networks: networks.map((network) => ({ ...network, tokens: toTokens(network) })),
    projects: {
      demo: { name, origins, returnPaths, guests: true, sms, selfCustody: 'optional', ...(jwt && { jwt }) },
      'demo-own': { name, origins, returnPaths, selfCustody: 'required' },
      'demo-holds': { name, origins, returnPaths, policy: { assets: Object.fromEntries(assets), holdFirstTransfer } },
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
