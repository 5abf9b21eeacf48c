import { parseArgs } from 'node:util'
import { startDevnet } from './startDevnet.js'

const { values } = parseArgs({ options: { ports: { type: 'string' }, chains: { type: 'string' } } })
await run(numbers(values.ports) ?? [8_545, 8_546], numbers(values.chains))

async function run(ports: readonly number[], chains: readonly number[] | undefined): Promise<void> {
  const devnet = await startDevnet({ ports, chains })
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
  void devnet.exited.then((chainId) => {
    if (!ending) console.error(`Chain ${chainId} ended by itself`)
    return end(1)
  })
  console.log(JSON.stringify({ ready: true, chains: devnet.chains }))
}

function numbers(list: string | undefined): number[] | undefined {
  return list?.split(',').map((text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a number: ${text}`)
    return value
  })
}
