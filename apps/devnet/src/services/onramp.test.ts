import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, erc20Abi, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../http/server.js'
import { type Devnet, startDevnet } from '../startDevnet.js'
import { worldMarket } from '../world/market.js'
import { worldTokens } from '../world/world.js'
import { toGatewayChains } from './gatewayChains.js'
import { startOnramp } from './onramp.js'

// stands in for the gateway's program, which is built only after this app: writes its environment to a file
const program = `
  const { writeFileSync } = require('node:fs')
  writeFileSync(process.env.SANDBOX_FOLDER + '/told.json', JSON.stringify(process.env))
  console.log(JSON.stringify({ ready: true }))
  setInterval(() => {}, 1000)
`

describe('startOnramp', () => {
  let devnet: Devnet
  let folder: string
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [31_337] })
    folder = await mkdtemp(join(tmpdir(), 'latchkey-onramp-'))
    await mkdir(join(folder, 'programs'))
    await writeFile(join(folder, 'programs/sandbox.js'), program)
  })
  afterAll(async () => {
    await devnet.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('starts the program with the chains, a secret, and an account funded with the tokens on sale', async () => {
    const chains = toGatewayChains({ evm: devnet.chains })
    const [programs, shop, port] = [join(folder, 'programs'), join(folder, 'shop'), await findFreePort()]
    const gatewayUrl = 'http://127.0.0.1:1'
    const onramp = await startOnramp({ programs, port, folder: shop, chains, gatewayUrl })
    const told = JSON.parse(await readFile(join(shop, 'told.json'), 'utf8'))
    await Promise.all([onramp.stop(), onramp.exited])

    const { secret } = onramp.provider
    expect(onramp.provider).toEqual({ name: 'sandbox', label: 'Sandbox', url: `http://127.0.0.1:${port}`, secret })
    expect(secret).toMatch(/^[\da-f]{64}$/)
    expect(told).toMatchObject({ PORT: String(port), SANDBOX_SECRET: secret, SOLANA_AIRDROP: '1' })
    expect(told.WEBHOOK_URL).toBe(`${gatewayUrl}/v1/onramp/webhooks/sandbox`)
    expect(JSON.parse(await readFile(told.CHAINS_FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(chains)))

    const client = createClient({ transport: http(devnet.chains[0].rpcUrl) })
    const owner = privateKeyToAddress(told.FUNDER_KEY)
    for (const { address, decimals } of [worldTokens.USDC, worldMarket.usd, worldMarket.wrappedNative]) {
      const args = [owner] as const
      const balance = await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args })
      expect(balance).toBe(1_000_000n * 10n ** BigInt(decimals))
    }
  })
})
