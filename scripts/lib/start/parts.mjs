import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  accountFactoryAddress,
  inviteOperator,
  startBitcoin,
  startBundler,
  startConsole,
  startDevnet,
  startFarcaster,
  startGateways,
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
} from '../../../apps/devnet/dist/index.js'
import { root } from '../root.mjs'
import { startDocs } from './docs.mjs'
import { part } from './supervise.mjs'

/** @typedef {import('../../../apps/demo/dist/server/index.js').StartDemoOptions} StartDemoOptions */

export const defaultPorts = {
  demo: 4173,
  gateway: 4174,
  postgres: 4175,
  vault: 4176,
  smtp: 4177,
  mailbox: 4178,
  identity: 4179,
  farcaster: 4180,
  bundler: 4181,
  paymaster: 4182,
  onramp: 4183,
  docs: 4184,
  console: 4187,
  vaultOperators: 4188,
  gatewayAdmin: 4189,
  firstChain: 8545,
  solana: 8899,
  esplora: 3002,
  relay: 5555,
  wallet: 5556,
}

const defaultFolder = join(root, 'node_modules/.cache/latchkey')

const fix = 'Everything else runs. Run `npm run build`, and check the message above.'

/**
 * Lists the parts that `npm start` runs, in starting order. To add a part, define it after the ones that it needs or uses,
 * and add it to the list at the end and, if pages have to know it, to the demo's configuration.
 *
 * @param {object} options
 * @param {(options: StartDemoOptions) => Promise<{ url: string, stop: () => Promise<void> }>} options.startDemo
 * @param {typeof defaultPorts} [options.ports]
 * @param {string} [options.folder] what outlives a run: users stay signed in, and no purchase is delivered twice
 */
export function defineParts({ startDemo, ports: all = defaultPorts, folder: cache = defaultFolder }) {
  const postgresFolder = join(cache, 'postgres-18')
  // the key of the embedded wallets: outside the database, which is useless without it
  const vaultFolder = join(cache, 'vault')

  const docs = part({
    name: 'Docs',
    cure: 'Everything else runs. Run `npm run docs` to see why.',
    ports: { docs: all.docs },
    isMovable: true,
    isSlow: true,
    start: ({ ports, signal }) => startDocs({ port: ports.docs, signal }),
    share: ({ url }) => url,
    show: (url) => url,
  })

  const nodes = worldChainIds.map((id, index) =>
    part({
      name: `Chain ${id}`,
      cure: 'Everything else runs. Run `npm run build`, and check that this machine can run the binary in @foundry-rs/anvil.',
      ports: { rpc: all.firstChain + index },
      isMovable: true,
      start: async ({ ports }) => {
        const { chains, exited, stop } = await startDevnet({ chains: [id], ports: [ports.rpc] })
        return { chain: chains[0], exited: exited.then(() => undefined), stop }
      },
      // without the process id, which changes with each start
      share: ({ chain: { pid, ...chain } }) => chain,
      show: ({ rpcUrl }) => rpcUrl,
    }),
  )
  const toLiving = () => nodes.flatMap(({ value }) => value ?? [])
  /** @param {(id: number) => string} toUrl */
  const toUrls = (toUrl) => Object.fromEntries(toLiving().map(({ id }) => [id, toUrl(id)]))

  const accountsCure = 'Everything else runs, but embedded wallets have no smart accounts. Check that the chains run.'
  const bundler = part({
    name: 'Bundler',
    cure: accountsCure,
    ports: { rpc: all.bundler },
    isMovable: true,
    uses: nodes,
    seeds: nodes,
    start: ({ ports }) => startBundler({ chains: toLiving(), port: ports.rpc }),
    share: ({ toUrl }) => toUrls(toUrl),
    show: (urls) => Object.values(urls).join(', '),
  })
  const paymaster = part({
    name: 'Paymaster',
    cure: accountsCure,
    ports: { rpc: all.paymaster },
    isMovable: true,
    uses: nodes,
    seeds: nodes,
    start: ({ ports }) => startPaymaster({ chains: toLiving(), port: ports.rpc }),
    share: ({ toUrl }) => toUrls(toUrl),
    show: (urls) => Object.values(urls).join(', '),
  })
  const accountParts = [bundler, paymaster]

  const solana = part({
    name: 'Solana',
    cure: 'Everything else runs. Run `npm run build`, and check that litesvm has a binary for this machine.',
    ports: { rpc: all.solana },
    isMovable: true,
    start: ({ ports }) => startSolana({ port: ports.rpc }),
    share: ({ network }) => network,
    show: ({ rpcUrl }) => rpcUrl,
  })
  const bitcoin = part({
    name: 'Bitcoin',
    cure: 'Everything else runs. Set BITCOIND_PATH to a working bitcoind, and start again.',
    ports: { esplora: all.esplora },
    isMovable: true,
    start: ({ ports }) => startBitcoin({ port: ports.esplora }),
    share: ({ network }) => network,
    show: ({ esploraUrl }) => esploraUrl,
  })
  const chains = [...nodes, solana, bitcoin]

  /** The EVM chains, the missing ones too: pages list them, and report an error when they are used. */
  const toEvm = () =>
    nodes.map(({ value }, index) => value ?? toMissingChain(worldChainIds[index] ?? 0, all.firstChain + index))
  const toAccountChains = () =>
    toLiving().map((chain) => ({
      ...chain,
      bundlerUrl: bundler.value?.[chain.id],
      paymasterUrl: paymaster.value?.[chain.id],
    }))
  const toOthers = () => ({ solana: solana.value, bitcoin: bitcoin.value })
  const toServedChains = () => toGatewayChains({ evm: toAccountChains(), ...toOthers() })
  const toNetworks = () => toSignInNetworks({ evm: toAccountChains(), ...toOthers() })

  const postgres = part({
    name: 'PostgreSQL',
    cure: `Everything else runs, but users cannot sign in, by wallet or by email, or pair. If no other \`npm start\` is running, remove ${postgresFolder} and start again.`,
    ports: { postgres: all.postgres },
    isMovable: true,
    start: ({ ports }) =>
      startPostgres({
        folder: postgresFolder,
        port: ports.postgres,
        databases: ['gateway', 'vault', 'relay', 'console'],
      }),
    share: ({ port, folder, urls }) => ({ port, folder, urls }),
    show: ({ port, folder }) => `127.0.0.1:${port}, data in ${folder}`,
  })

  const relay = part({
    name: 'Relay',
    cure: fix,
    ports: { relay: all.relay },
    isMovable: true,
    needs: [postgres],
    start: ({ ports }) => startRelay({ port: ports.relay, databaseUrl: postgres.value?.urls.relay }),
    share: ({ url }) => url,
    show: (url) => url,
  })
  const wallet = part({
    name: 'Test wallet',
    cure: fix,
    ports: { page: all.wallet },
    isMovable: true,
    needs: [relay],
    uses: chains,
    start: ({ ports }) =>
      startWalletPage({
        config: { relayUrl: relay.value ?? '', networks: { evm: toLiving(), ...toOthers() } },
        port: ports.page,
      }),
    share: ({ url }) => url,
    show: (url) => url,
  })

  const onramp = part({
    name: 'On-ramp sandbox',
    cure: 'Everything else runs, but nothing can be bought. Run `npm run build`, and check the message above.',
    app: 'gateway',
    ports: { sandbox: all.onramp },
    uses: [...chains, ...accountParts],
    seeds: chains,
    start: ({ ports }) =>
      startOnramp({
        programs: join(root, 'apps/gateway/dist'),
        port: ports.sandbox,
        folder: join(cache, 'onramp'),
        chains: toServedChains(),
        gatewayUrl: `http://127.0.0.1:${all.gateway}`,
      }),
    share: ({ url, provider }) => ({ url, provider }),
    show: ({ url }) => url,
  })
  const origins = [`http://127.0.0.1:${all.demo}`, `http://localhost:${all.demo}`]
  const adminToken = randomBytes(32).toString('base64url')
  const gateway = part({
    name: 'Gateway',
    // without it the modal uses the built-in list
    cure: fix,
    app: 'gateway',
    ports: { gateway: all.gateway, admin: all.gatewayAdmin },
    uses: [...chains, ...accountParts, postgres, onramp],
    start: ({ ports }) =>
      startGateways({
        programs: join(root, 'apps/gateway/dist'),
        port: ports.gateway,
        folder: join(cache, 'gateway'),
        databaseUrl: postgres.value?.urls.gateway,
        siwx: { origins, networks: toNetworks() },
        chains: toServedChains(),
        projects: Object.fromEntries(
          ['demo', 'demo-holds', 'demo-own'].map((id) => [id, { features: demoFeatures, allowedOrigins: origins }]),
        ),
        names: { zone: 'latchkey.test' },
        onramp: { providers: onramp.value ? [onramp.value.provider] : [] },
        admin: { port: ports.admin, token: adminToken },
      }),
    share: ({ url, port }) => ({ url, port }),
    show: ({ url }) => url,
  })

  const mailbox = part({
    name: 'Mailbox',
    cure: fix,
    ports: { smtp: all.smtp, page: all.mailbox },
    isMovable: true,
    start: ({ ports }) => startMailbox({ smtpPort: ports.smtp, port: ports.page }),
    share: ({ url, smtpUrl, sms }) => ({ url, smtpUrl, sms }),
    show: ({ url }) => url,
  })
  // login providers besides email, all of them on this machine
  const identity = part({
    name: 'Identity provider',
    cure: fix,
    ports: { identity: all.identity },
    isMovable: true,
    start: ({ ports }) =>
      startIdentity({
        port: ports.identity,
        redirectUris: [`http://vault.localhost:${all.vault}/social/callback`],
      }),
    share: ({ url, providers, backend }) => ({ url, providers, backend }),
    show: ({ url }) => url,
  })
  const farcaster = part({
    name: 'Farcaster',
    cure: fix,
    ports: { farcaster: all.farcaster },
    isMovable: true,
    needs: nodes.slice(0, 1),
    seeds: nodes.slice(0, 1),
    start: ({ ports }) => startFarcaster({ port: ports.farcaster, rpcUrl: nodes[0]?.value?.rpcUrl ?? '' }),
    share: ({ url, rpcUrl }) => ({ url, rpcUrl }),
    show: ({ url }) => url,
  })
  const vault = part({
    name: 'Vault',
    cure: `Everything else runs, but users cannot log in by email. If its database was removed, remove ${vaultFolder} too, and start again.`,
    app: 'vault',
    ports: { vault: all.vault, operators: all.vaultOperators },
    needs: [postgres, mailbox],
    uses: [...chains, ...accountParts, identity, farcaster],
    start: ({ ports }) =>
      startVault({
        programs: join(root, 'apps/vault/dist'),
        port: ports.vault,
        folder: vaultFolder,
        databaseUrl: postgres.value?.urls.vault ?? '',
        smtpUrl: mailbox.value?.smtpUrl ?? '',
        sms: mailbox.value?.sms,
        ...toDemoVault({ networks: toNetworks(), origins, jwt: identity.value?.backend.jwt }),
        providers: identity.value?.providers,
        farcaster: farcaster.value,
        operatorPort: ports.operators,
      }),
    share: ({ url, operators }) => ({ url, operators }),
    show: ({ url }) => url,
  })

  const operatorConsole = part({
    name: 'Console',
    cure: fix,
    ports: { console: all.console },
    needs: [postgres],
    uses: [vault, gateway],
    start: async ({ ports }) => {
      const started = await startConsole({
        programs: join(root, 'apps/console/dist'),
        port: ports.console,
        folder: join(cache, 'console'),
        databaseUrl: postgres.value?.urls.console ?? '',
        vault: vault.value?.operators,
        gateway: gateway.value && { url: `http://127.0.0.1:${all.gatewayAdmin}`, token: adminToken },
      })
      try {
        return { ...started, link: await inviteOperator(started.command, { name: 'owner' }) }
      } catch (cause) {
        await started.stop()
        throw cause
      }
    },
    share: ({ url, link }) => ({ url, link }),
    show: ({ url, link }) => `${url}, for the first owner, once and within 15 minutes: ${link}`,
  })

  // the values that pages are configured with
  const shown = [docs, ...chains, ...accountParts, relay, wallet, gateway, mailbox, identity, farcaster, vault]
  const demo = part({
    name: 'Demo',
    cure: fix,
    ports: { demo: all.demo },
    uses: shown,
    start: ({ ports }) => {
      const evm = toAccountChains()
      // under the demo's host name, so that both are same-site to the browser and the cookie is sent
      const site = `http://localhost:${gateway.value?.port}`
      const config = {
        frameUrl: vault.value?.url,
        mailboxUrl: mailbox.value?.url,
        socials: [...Object.keys(identity.value?.providers ?? {}), ...(farcaster.value ? ['farcaster'] : [])],
        tokenUrl: identity.value?.backend.tokenUrl,
        chains: toEvm().map((chain) => ({ ...chain, ...evm.find(({ id }) => id === chain.id) })),
        accountFactory: accountFactoryAddress,
        ...toOthers(),
        relayUrl: relay.value,
        walletUrl: wallet.value,
        walletsUrl: gateway.value?.url,
        blockchainApiUrl: gateway.value?.url,
        swapRouter: worldMarket.router,
        signIn: gateway.value && { serverUrl: `${site}/siwx`, membersUrl: `${site}/members` },
        docsUrl: docs.value,
        sourceUrl: readSourceUrl(),
      }
      return withoutExits(() => startDemo({ config, port: ports.demo }))
    },
    share: ({ url }) => url,
    show: (url) => `${url}, with all controls for tests: ${url}lab`,
  })

  return [
    docs,
    ...chains,
    ...accountParts,
    postgres,
    relay,
    wallet,
    onramp,
    gateway,
    mailbox,
    identity,
    farcaster,
    vault,
    operatorConsole,
    demo,
  ]
}

/** Features that the demo's switch "Settings of the project" enables, except its name below the list. */
const demoFeatures = [
  { id: 'social_login', isEnabled: true, config: ['email', 'google', 'github', 'farcaster'] },
  ...['swap', 'onramp', 'activity', 'multi_wallet'].map((id) => ({ id, isEnabled: true })),
]

/**
 * Starts a server of Vite, which would end this process on SIGTERM and at the end of its input, before the other parts have
 * stopped.
 *
 * @template Server
 * @param {() => Promise<Server>} start
 */
async function withoutExits(start) {
  const sources = /** @type {[import('node:events').EventEmitter, string][]} */ ([
    [process, 'SIGTERM'],
    [process.stdin, 'end'],
  ])
  const before = sources.map(([source, name]) => source.listeners(name))
  const server = await start()
  for (const [index, [source, name]] of sources.entries())
    for (const listener of source.listeners(name))
      if (!before[index]?.includes(listener)) source.removeListener(name, /** @type {() => void} */ (listener))
  return server
}

/** Returns the address of the repository's site, if package.json has it. */
function readSourceUrl() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return typeof repository === 'string' ? repository : undefined
}

/**
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
