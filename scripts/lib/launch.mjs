import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  accountFactoryAddress,
  startBitcoin,
  startBundler,
  startDevnet,
  startFarcaster,
  startIdentity,
  startMailbox,
  startOnramp,
  startPaymaster,
  startPostgres,
  startRelay,
  startSolana,
  startVault,
  startWalletPage,
  toDemoVault,
  toGatewayChains,
  toSignInNetworks,
  worldChainIds,
  worldMarket,
} from '../../apps/devnet/dist/index.js'
import { root } from './root.mjs'

/** @typedef {{ name: string, stop: () => Promise<void> }} RunningPart */
/** @typedef {import('../../apps/demo/dist/server/index.js').StartDemoOptions} StartDemoOptions */
/**
 * @typedef {object} Launched
 * @property {(app: 'gateway' | 'vault') => Promise<void>} restart with the newest build
 * @property {() => void} stop ends everything, as Ctrl-C does
 */
/**
 * @typedef {object} LaunchOptions
 * @property {(options: StartDemoOptions) => Promise<{ url: string, stop: () => Promise<void> }>} startDemo
 * @property {(launched: Launched) => void} [onReady] called when every part has started or failed to
 */

const ports = {
  demo: 4173,
  gateway: 4174,
  postgres: 4175,
  vault: 4176,
  smtp: 4177,
  mailbox: 4178,
  identity: 4179,
  farcaster: 4180,
  firstChain: 8545,
  solana: 8899,
  esplora: 3002,
  relay: 5555,
  wallet: 5556,
  bundler: 4181,
  paymaster: 4182,
  onramp: 4183,
  docs: 4184,
}

/** Keeps users signed in across restarts. */
const postgresFolder = join(root, 'node_modules/.cache/latchkey/postgres-18')

/** The key of the embedded wallets: outside the database, which is useless without it. */
const vaultFolder = join(root, 'node_modules/.cache/latchkey/vault')

/** Purchases of the sandbox, so that nothing is sent twice. */
const onrampFolder = join(root, 'node_modules/.cache/latchkey/onramp')

/**
 * Starts every part and keeps it running until Ctrl-C. A part that can't start, or that exits, is reported with a
 * possible fix; the others keep running.
 *
 * @param {LaunchOptions} options
 * @returns {Promise<boolean>} whether all parts started and stopped as they should
 */
export async function launch({ startDemo, onReady }) {
  /** @type {RunningPart[]} */
  const running = []
  const stopped = waitForStop()
  let isWhole = true
  let isRestarting = false

  /**
   * @template {{ stop: () => Promise<void> }} Part
   * @param {string} name
   * @param {string} fix
   * @param {() => Promise<Part>} start
   * @returns {Promise<Part | undefined>}
   */
  const part = async (name, fix, start) => {
    try {
      const started = await start()
      running.push({ name, stop: started.stop })
      return started
    } catch (error) {
      isWhole = false
      console.error(`${name} did not start: ${error instanceof Error ? error.message : error}\n  ${fix}`)
      return undefined
    }
  }

  // takes some seconds, beside the other parts
  const docsFix = 'Everything else runs. Run `npm run docs` to see why.'
  const startingDocs = part('Docs', docsFix, () => startDocs(ports.docs))

  /** @type {import('../../apps/demo/dist/server/index.js').StartDemoOptions['config']['chains'][number][]} */
  const chains = []
  /** @type {typeof chains} */
  const living = []
  for (const [index, id] of worldChainIds.entries()) {
    const port = ports.firstChain + index
    const fix = 'Run `npm run build`, check that this machine can run the binary in @foundry-rs/anvil, and start again.'
    const devnet = await part(`Chain ${id}`, fix, () => startDevnet({ chains: [id], ports: [port] }))
    chains.push(devnet?.chains[0] ?? toMissingChain(id, port))
    if (devnet) living.push(devnet.chains[0])
    if (devnet) console.log(`Chain ${id} ready: ${devnet.chains[0].rpcUrl}`)
    void devnet?.exited.then(() => {
      if (!stopped.isRequested())
        console.error(`Chain ${id} has stopped unexpectedly. Stop with Ctrl-C and start again.`)
    })
  }

  const accountsFix = 'Everything else runs, but embedded wallets have no smart accounts. Check that the chains run.'
  const bundler = await part('Bundler', accountsFix, () => startBundler({ chains: living, port: ports.bundler }))
  const paymaster = await part('Paymaster', accountsFix, () =>
    startPaymaster({ chains: living, port: ports.paymaster }),
  )
  if (bundler) console.log(`Bundler ready: ${living.map(({ id }) => bundler.toUrl(id)).join(', ')}`)
  const accountChains = chains.map((chain) => {
    const isLiving = living.includes(chain)
    return {
      ...chain,
      ...(bundler && isLiving && { bundlerUrl: bundler.toUrl(chain.id) }),
      ...(paymaster && isLiving && { paymasterUrl: paymaster.toUrl(chain.id) }),
    }
  })

  const runtimeFix = 'Run `npm run build`, check that litesvm has a binary for this machine, and start again.'
  const solana = await part('Solana', runtimeFix, () => startSolana({ port: ports.solana }))
  if (solana) console.log(`Solana ready: ${solana.rpcUrl}`)

  const nodeFix = 'Everything else runs. Set BITCOIND_PATH to a working bitcoind, and start again.'
  const bitcoin = await part('Bitcoin', nodeFix, () => startBitcoin({ port: ports.esplora }))
  if (bitcoin) console.log(`Bitcoin ready: ${bitcoin.esploraUrl}`)
  void bitcoin?.exited.then(() => {
    if (!stopped.isRequested()) console.error('Bitcoin has stopped unexpectedly. Stop with Ctrl-C and start again.')
  })

  const fix = 'Run `npm run build`, check that no other program uses the port, and start again.'
  const networks = { solana: solana?.network, bitcoin: bitcoin?.network }
  const relay = await part('Relay', fix, () => startRelay({ port: ports.relay }))
  if (relay) console.log(`Relay ready: ${relay.url}`)
  const relayUrl = relay?.url ?? `ws://127.0.0.1:${ports.relay}`
  const pageConfig = { relayUrl, networks: { evm: chains, ...networks } }
  const wallet = await part('Test wallet', fix, () => startWalletPage({ config: pageConfig, port: ports.wallet }))
  if (wallet) console.log(`Test wallet ready: ${wallet.url}`)

  const postgresFix = `Everything else runs, but users cannot sign in, by wallet or by email. If no other \`npm start\` is running, remove ${postgresFolder} and start again.`
  const postgres = await part('PostgreSQL', postgresFix, () =>
    startPostgres({ folder: postgresFolder, port: ports.postgres, databases: ['gateway', 'vault'] }),
  )
  if (postgres) console.log(`PostgreSQL ready: 127.0.0.1:${postgres.port}, data in ${postgres.folder}`)
  void postgres?.exited.then(() => {
    if (!stopped.isRequested()) console.error('PostgreSQL has stopped unexpectedly. Stop with Ctrl-C and start again.')
  })

  const readChains = toGatewayChains({
    evm: accountChains.filter(({ id }) => living.some((one) => one.id === id)),
    ...networks,
  })
  const onrampFix =
    'Everything else runs, but nothing can be bought. Run `npm run build`, check that no other program uses the port, and start again.'
  const gatewayUrl = `http://127.0.0.1:${ports.gateway}`
  const launchOnramp = async () => {
    const onramp = await part('On-ramp sandbox', onrampFix, () =>
      startOnramp({
        programs: join(root, 'apps/gateway/dist'),
        port: ports.onramp,
        folder: onrampFolder,
        chains: readChains,
        gatewayUrl,
      }),
    )
    if (onramp) console.log(`On-ramp sandbox ready: ${onramp.url}`)
    void onramp?.exited.then(() => {
      if (!stopped.isRequested() && !isRestarting)
        console.error('The on-ramp sandbox has stopped unexpectedly. Stop with Ctrl-C and start again.')
    })
    return onramp
  }

  // without it the modal uses the built-in list
  const origins = [`http://127.0.0.1:${ports.demo}`, `http://localhost:${ports.demo}`]
  const siwx = { origins, networks: toSignInNetworks({ evm: accountChains, ...networks }) }
  const databaseUrl = postgres?.urls.gateway
  // what the demo offers with the switch "Settings of the project", except its name below the list
  const demoFeatures = [
    { id: 'social_login', isEnabled: true, config: ['email', 'google', 'github', 'farcaster'] },
    ...['swap', 'onramp', 'activity', 'multi_wallet'].map((id) => ({ id, isEnabled: true })),
  ]
  const launchGateway = async () => {
    const onramp = await launchOnramp()
    const gateway = await part('Gateway', fix, async () => {
      const { startGateway } = await importBuilt('apps/gateway/dist/index.js')
      return startGateway({
        port: ports.gateway,
        databaseUrl,
        siwx,
        chains: readChains,
        projects: Object.fromEntries(
          ['demo', 'demo-holds'].map((id) => [id, { features: demoFeatures, allowedOrigins: origins }]),
        ),
        names: { zone: 'latchkey.test' },
        onramp: { providers: onramp ? [onramp.provider] : [] },
      })
    })
    if (gateway) console.log(`Gateway ready: ${gateway.url}`)
    return gateway
  }
  const gateway = await launchGateway()
  // under the demo's host name, so that both are same-site to the browser and the cookie is sent
  const site = `http://localhost:${gateway?.port}`
  const signIn = gateway && { serverUrl: `${site}/siwx`, membersUrl: `${site}/members` }

  const mailbox = await part('Mailbox', fix, () => startMailbox({ smtpPort: ports.smtp, port: ports.mailbox }))
  if (mailbox) console.log(`Mailbox ready: ${mailbox.url}`)
  // login providers besides email, all of them on this machine
  const redirectUris = [`http://vault.localhost:${ports.vault}/social/callback`]
  const identity = await part('Identity provider', fix, () => startIdentity({ port: ports.identity, redirectUris }))
  if (identity) console.log(`Identity provider ready: ${identity.url}`)
  const rpcUrl = chains[0]?.rpcUrl ?? ''
  const farcaster = await part('Farcaster', fix, () => startFarcaster({ port: ports.farcaster, rpcUrl }))
  if (farcaster) console.log(`Farcaster ready: ${farcaster.url}`)
  const vaultUrl = postgres?.urls.vault
  const vaultFix = `Everything else runs, but users cannot log in by email. If its database was removed, remove ${vaultFolder} too, and start again.`
  const launchVault = async () => {
    if (!mailbox || vaultUrl === undefined) return undefined
    const vault = await part('Vault', vaultFix, () =>
      startVault({
        programs: join(root, 'apps/vault/dist'),
        port: ports.vault,
        folder: vaultFolder,
        databaseUrl: vaultUrl,
        smtpUrl: mailbox.smtpUrl,
        ...toDemoVault({ networks: siwx.networks, origins }),
        providers: identity?.providers,
        farcaster,
      }),
    )
    if (vault) console.log(`Vault ready: ${vault.url}`)
    void vault?.exited.then((name) => {
      if (!stopped.isRequested() && !isRestarting)
        console.error(`The vault's ${name} has stopped unexpectedly. Stop with Ctrl-C and start again.`)
    })
    return vault
  }
  const vault = await launchVault()

  const docs = await startingDocs
  if (docs) console.log(`Docs ready: ${docs.url}`)

  const config = {
    frameUrl: vault?.url,
    mailboxUrl: mailbox?.url,
    socials: [...Object.keys(identity?.providers ?? {}), ...(farcaster ? ['farcaster'] : [])],
    chains,
    accountFactory: accountFactoryAddress,
    ...networks,
    relayUrl,
    walletUrl: wallet?.url,
    walletsUrl: gateway?.url,
    blockchainApiUrl: gateway?.url,
    swapRouter: worldMarket.router,
    signIn,
    docsUrl: docs?.url,
    sourceUrl: readSourceUrl(),
  }
  const demo = await part('Demo', fix, () => startDemo({ config, port: ports.demo }))
  if (demo) console.log(`Demo ready: ${demo.url}, with all controls for tests: ${demo.url}lab`)

  const apps = {
    gateway: { names: ['Gateway', 'On-ramp sandbox'], launch: launchGateway },
    vault: { names: ['Vault'], launch: launchVault },
  }
  onReady?.({
    restart: async (app) => {
      isRestarting = true
      try {
        for (const name of apps[app].names) {
          const index = running.findIndex((one) => one.name === name)
          if (index >= 0) await running.splice(index, 1)[0]?.stop()
        }
        await apps[app].launch()
      } finally {
        isRestarting = false
      }
    },
    stop: stopped.request,
  })

  await stopped.promise
  // the database after those that use it
  for (const isDatabase of [false, true]) {
    const parts = running.filter(({ name }) => (name === 'PostgreSQL') === isDatabase)
    const ends = await Promise.allSettled(parts.map(({ stop }) => stop()))
    for (const [index, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      isWhole = false
      console.error(`${parts[index]?.name} did not stop cleanly: ${end.reason}`)
    }
  }
  return isWhole
}

/**
 * Serves the guides with `npm run docs`, in a process of its own.
 *
 * @param {number} port
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
async function startDocs(port) {
  const args = [join(root, 'scripts/docs.mjs'), '--port', String(port)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  /** @type {Promise<void>} */
  const exited = new Promise((done) => {
    child.once('exit', () => done())
  })
  await new Promise((done, fail) => {
    // it prints its address once it serves
    child.stdout.once('data', done)
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`its process ended with code ${code}.`)))
  })
  const stop = async () => {
    child.kill()
    await exited
  }
  return { url: `http://127.0.0.1:${port}/`, stop }
}

/** Returns the address of the repository's site, if package.json has it. */
function readSourceUrl() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return typeof repository === 'string' ? repository : undefined
}

/**
 * Returns a chain without a node: the page lists it, and reports an error when it is used.
 *
 * @param {number} id
 * @param {number} port
 */
function toMissingChain(id, port) {
  return {
    id,
    name: `Local chain ${id} (not running)`,
    rpcUrl: `http://127.0.0.1:${port}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
}

/**
 * Imports a built program. The query identifies the build, since Node would otherwise return the module of an earlier
 * one.
 *
 * @param {string} path
 * @returns {Promise<typeof import('../../apps/gateway/dist/index.js')>}
 */
function importBuilt(path) {
  return import(`${pathToFileURL(join(root, path)).href}?built=${statSync(join(root, path)).mtimeMs}`)
}

function waitForStop() {
  let isRequested = false
  let request = () => {}
  const promise = new Promise((resolve) => {
    request = () => {
      isRequested = true
      resolve(undefined)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, request)
  })
  return { promise, request: () => request(), isRequested: () => isRequested }
}
