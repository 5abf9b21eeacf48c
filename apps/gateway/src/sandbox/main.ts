import { isHex } from 'viem'
import { readChains } from '../chains/config.js'
import { type StartSandboxOptions, startSandbox } from './startSandbox.js'

/** Reads the options from environment variables. Throws for a missing or invalid one. */
async function readSandboxEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<StartSandboxOptions> {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined
  const need = (name: string): string => {
    const value = read(name)
    if (value !== undefined) return value
    throw new Error(`${name} is not set.`)
  }
  const secret = need('SANDBOX_SECRET')
  if (secret.length < 32) throw new Error('SANDBOX_SECRET must have at least 32 characters.')
  const webhookUrl = need('WEBHOOK_URL')
  if (!URL.canParse(webhookUrl)) throw new Error('WEBHOOK_URL is not a URL.')
  const key = read('FUNDER_KEY')
  if (key !== undefined && (!isHex(key) || key.length !== 66))
    throw new Error('FUNDER_KEY must be a private key: 0x and 64 hex digits.')
  const solanaFunderKey = read('SOLANA_FUNDER_KEY')
  if (solanaFunderKey !== undefined && !/^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(solanaFunderKey))
    throw new Error('SOLANA_FUNDER_KEY must be a keypair: 64 bytes in base58.')
  const port = read('PORT')
  return {
    port: port === undefined ? undefined : Number(port),
    host: read('HOST'),
    secret,
    webhookUrl,
    chains: await readChains(need('CHAINS_FILE')),
    funderKey: key as `0x${string}` | undefined,
    solanaFunderKey,
    hasSolanaAirdrop: read('SOLANA_AIRDROP') === '1',
    folder: read('SANDBOX_FOLDER'),
  }
}

const sandbox = await startSandbox(await readSandboxEnvironment(process.env))

console.log(JSON.stringify({ ready: true, url: sandbox.url }))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void sandbox.stop())
