import { startDemo } from '../../apps/demo/dist/server/index.js'
import {
  startBitcoin,
  startDevnet,
  startRelay,
  startSolana,
  startWalletPage,
  worldChainIds,
} from '../../apps/devnet/dist/index.js'
import { startGateway } from '../../apps/gateway/dist/index.js'

/** @typedef {{ name: string, stop: () => Promise<void> }} RunningPart */

const ports = { demo: 4173, firstChain: 8545, solana: 8899, esplora: 3002, relay: 5555, wallet: 5556, gateway: 4174 }

/**
 * Starts every part and keeps it running until Ctrl-C. A part that cannot start, or that ends by itself, is named with
 * what may cure it; the others go on.
 *
 * @returns {Promise<boolean>} whether all parts started and stopped as they should
 */
export async function launch() {
  /** @type {RunningPart[]} */
  const running = []
  const stopped = waitForStop()
  let isWhole = true

  /**
   * @template {{ stop: () => Promise<void> }} Part
   * @param {string} name
   * @param {string} cure
   * @param {() => Promise<Part>} start
   * @returns {Promise<Part | undefined>}
   */
  const part = async (name, cure, start) => {
    try {
      const started = await start()
      running.push({ name, stop: started.stop })
      return started
    } catch (error) {
      isWhole = false
      console.error(`${name} did not start: ${error instanceof Error ? error.message : error}\n  ${cure}`)
      return undefined
    }
  }

  /** @type {import('../../apps/demo/dist/server/index.js').StartDemoOptions['config']['chains'][number][]} */
  const chains = []
  for (const [index, id] of worldChainIds.entries()) {
    const port = ports.firstChain + index
    const cure =
      'Run `npm run build`, see whether the machine can run its binary in @foundry-rs/anvil, and start again.'
    const devnet = await part(`Chain ${id}`, cure, () => startDevnet({ chains: [id], ports: [port] }))
    chains.push(devnet?.chains[0] ?? toMissingChain(id, port))
    if (devnet) console.log(`Chain ${id} ready: ${devnet.chains[0].rpcUrl}`)
    void devnet?.exited.then(() => {
      if (!stopped.isRequested()) console.error(`Chain ${id} has ended by itself. Stop with Ctrl-C and start again.`)
    })
  }

  const runtimeCure = 'Run `npm run build`, see whether litesvm has a binary for this machine, and start again.'
  const solana = await part('Solana', runtimeCure, () => startSolana({ port: ports.solana }))
  if (solana) console.log(`Solana ready: ${solana.rpcUrl}`)

  const nodeCure = 'Everything else runs. Set BITCOIND_PATH to a bitcoind that runs, and start again.'
  const bitcoin = await part('Bitcoin', nodeCure, () => startBitcoin({ port: ports.esplora }))
  if (bitcoin) console.log(`Bitcoin ready: ${bitcoin.esploraUrl}`)
  void bitcoin?.exited.then(() => {
    if (!stopped.isRequested()) console.error('Bitcoin has ended by itself. Stop with Ctrl-C and start again.')
  })

  const cure = 'Run `npm run build`, see whether another program listens on the port, and start again.'
  const networks = { solana: solana?.network, bitcoin: bitcoin?.network }
  const relay = await part('Relay', cure, () => startRelay({ port: ports.relay }))
  if (relay) console.log(`Relay ready: ${relay.url}`)
  const relayUrl = relay?.url ?? `ws://127.0.0.1:${ports.relay}`
  const pageConfig = { relayUrl, networks: { evm: chains, ...networks } }
  const wallet = await part('Test wallet', cure, () => startWalletPage({ config: pageConfig, port: ports.wallet }))
  if (wallet) console.log(`Test wallet ready: ${wallet.url}`)

  // without it the modal has the list that comes with it
  const gateway = await part('Gateway', cure, () => startGateway({ port: ports.gateway }))
  if (gateway) console.log(`Gateway ready: ${gateway.url}`)

  const config = { chains, ...networks, relayUrl, walletUrl: wallet?.url, walletsUrl: gateway?.url }
  const demo = await part('Demo', cure, () => startDemo({ config, port: ports.demo }))
  if (demo) console.log(`Demo ready: ${demo.url}`)

  await stopped.promise
  const ends = await Promise.allSettled(running.map(({ stop }) => stop()))
  for (const [index, end] of ends.entries())
    if (end.status === 'rejected') console.error(`${running[index]?.name} did not stop cleanly: ${end.reason}`)
  return isWhole && ends.every((end) => end.status === 'fulfilled')
}

/**
 * A chain that is not there: the page names it, and says so when asked for it.
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

function waitForStop() {
  let isRequested = false
  const promise = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => {
        isRequested = true
        resolve(undefined)
      })
  })
  return { promise, isRequested: () => isRequested }
}
