import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startAnvil } from '../anvil/startAnvil.js'
import { callRpc } from '../callRpc.js'
import type { CompiledContract } from '../contracts/compileContracts.js'
import { compileToken } from './compileToken.js'
import { deployWorld } from './deployWorld.js'
import { multicall3Address, worldChainIds, worldDeployer, worldTokens } from './world.js'
import { worldFingerprint } from './worldFingerprint.js'

/** Builds the world of every chain into `folder`. Files appear whole; `addresses.json` comes last and vouches for all. */
export async function buildWorld(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    const token = compileToken()
    await Promise.all(worldChainIds.map((id) => dumpChain(id, token, join(draft, `${id}.json`))))
    const addresses = {
      fingerprint: worldFingerprint(),
      deployer: worldDeployer,
      multicall3: multicall3Address,
      tokens: worldTokens,
    }
    await writeFile(join(draft, 'addresses.json'), `${JSON.stringify(addresses, null, 2)}\n`)
    await mkdir(folder, { recursive: true })
    for (const name of [...worldChainIds.map((id) => `${id}.json`), 'addresses.json']) {
      await rename(join(draft, name), join(folder, name))
    }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function dumpChain(chainId: number, token: CompiledContract, file: string): Promise<void> {
  const anvil = await startAnvil({ chainId })
  try {
    await deployWorld(anvil.url, token)
    const dump = (await callRpc({ url: anvil.url, method: 'anvil_dumpState' })) as string
    // the node hands out gzip in hex, and reads plain JSON
    await writeFile(file, gunzipSync(Buffer.from(dump.slice(2), 'hex')))
  } finally {
    await anvil.stop()
  }
}
