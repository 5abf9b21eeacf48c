import { parseArgs } from 'node:util'
import { startDevnet } from './startDevnet.js'
import { startWalletPage } from './wallet/server/server.js'

const help = `Usage: node dist/main.js [--ports=…] [--chains=…] [--solana=…] [--bitcoin=…] [--relay=…] [--wallet=…]

Starts local chains until Ctrl-C, and prints their addresses. A port of 0 is any free one.

  --ports=8545,8546   ports of the EVM chains
  --chains=1,8453     their chain ids
  --solana=<port>     also a Solana chain
  --bitcoin=<port>    also a Bitcoin chain
  --relay=<port>      also a relay for pairing
  --wallet=<port>     also the page of a test wallet, which pairs over the relay`

const { values } = parseArgs({
  options: {
    ports: { type: 'string' },
    chains: { type: 'string' },
    solana: { type: 'string' },
    bitcoin: { type: 'string' },
    relay: { type: 'string' },
    wallet: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) console.log(help)
else await run()

async function run(): Promise<void> {
  const [solanaPort] = numbers(values.solana) ?? []
  const [bitcoinPort] = numbers(values.bitcoin) ?? []
  const [walletPort] = numbers(values.wallet) ?? []
  // the wallet needs a relay
  const [relayPort] = numbers(values.relay) ?? (walletPort === undefined ? [] : [0])
  const devnet = await startDevnet({
    ports: numbers(values.ports) ?? [8_545, 8_546],
    chains: numbers(values.chains),
    solana: solanaPort === undefined ? false : { port: solanaPort },
    bitcoin: bitcoinPort === undefined ? false : { port: bitcoinPort },
    relay: relayPort === undefined ? false : { port: relayPort },
  })
  const { solana, bitcoin, relay } = devnet
  const networks = { evm: devnet.chains, solana: solana?.network, bitcoin: bitcoin?.network }
  const config = relay && walletPort !== undefined ? { relayUrl: relay.url, networks } : undefined
  const wallet = config && (await startWalletPage({ config, port: walletPort }))
  let ending = false
  const end = async (code: number): Promise<void> => {
    if (ending) return
    ending = true
    await wallet?.stop()
    await devnet.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  // a launcher keeps our stdin open while it runs
  if (process.env['DEVNET_STDIN'] === '1') process.stdin.on('close', () => void end(0)).resume()
  void devnet.exited.then((chain) => {
    if (!ending) console.error(`Chain ${chain} ended by itself`)
    return end(1)
  })
  const { evm, ...others } = networks
  const urls = { relayUrl: relay?.url, walletUrl: wallet?.url }
  console.log(JSON.stringify({ ready: true, chains: evm, ...others, ...urls }))
}

function numbers(list: string | undefined): number[] | undefined {
  return list?.split(',').map((text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a number: ${text}`)
    return value
  })
}
