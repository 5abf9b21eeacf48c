import { parseArgs } from 'node:util'
import { startDevnet } from './startDevnet.js'

const { values } = parseArgs({
  options: {
    ports: { type: 'string' },
    chains: { type: 'string' },
    solana: { type: 'string' },
    bitcoin: { type: 'string' },
  },
})
await run()

async function run(): Promise<void> {
  const [solanaPort] = numbers(values.solana) ?? []
  const [bitcoinPort] = numbers(values.bitcoin) ?? []
  const devnet = await startDevnet({
    ports: numbers(values.ports) ?? [8_545, 8_546],
    chains: numbers(values.chains),
    solana: solanaPort === undefined ? false : { port: solanaPort },
    bitcoin: bitcoinPort === undefined ? false : { port: bitcoinPort },
  })
  let ending = false
  const end = async (code: number): Promise<void> => {
    if (ending) return
    ending = true
    await devnet.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  // a launcher keeps our stdin open for as long as it lives
  if (process.env['DEVNET_STDIN'] === '1') process.stdin.on('close', () => void end(0)).resume()
  void devnet.exited.then((chain) => {
    if (!ending) console.error(`Chain ${chain} ended by itself`)
    return end(1)
  })
  const { chains, solana, bitcoin } = devnet
  console.log(JSON.stringify({ ready: true, chains, solana: solana?.network, bitcoin: bitcoin?.network }))
}

function numbers(list: string | undefined): number[] | undefined {
  return list?.split(',').map((text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a number: ${text}`)
    return value
  })
}
