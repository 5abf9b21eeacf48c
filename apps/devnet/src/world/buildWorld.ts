import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startAnvil } from '../anvil/anvil.js'
import { type CompiledContract, compileContracts, compileDevContracts } from '../contracts/contracts.js'
import { packageRoot } from '../node/packageRoot.js'
import { callRpc } from '../rpc/callRpc.js'
import { deployWorld, type WorldContracts } from './deployWorld.js'
import { worldFingerprint } from './fingerprint.js'
import { worldMarket, worldNfts } from './market.js'
import { accountFactoryAddress, multicall3Address, worldChainIds, worldDeployer, worldTokens } from './world.js'

/** Builds the world of every chain into `folder`. Files are written atomically; `addresses.json` is last and marks completion. */
export async function buildWorld(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    const { AccountFactory: accountFactory } = compileDevContracts('Accounts')
    if (!accountFactory) throw new Error('The compiler returned no AccountFactory')
    const contracts = {
      token: compileToken('DevToken'),
      nft: compileToken('DevNft'),
      careful: compileToken('CarefulToken'),
      accountFactory,
    }
    await Promise.all(worldChainIds.map((id) => dumpChain(id, contracts, join(draft, `${id}.json`))))
    const addresses = {
      fingerprint: worldFingerprint(),
      deployer: worldDeployer,
      multicall3: multicall3Address,
      accountFactory: accountFactoryAddress,
      tokens: worldTokens,
      market: worldMarket,
      nfts: worldNfts,
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

async function dumpChain(chainId: number, contracts: WorldContracts, file: string): Promise<void> {
  const anvil = await startAnvil({ chainId })
  try {
    await deployWorld(anvil.url, contracts)
    const dump = (await callRpc({ url: anvil.url, method: 'anvil_dumpState' })) as string
    // the node dumps gzip in hex, and loads plain JSON
    await writeFile(file, gunzipSync(Buffer.from(dump.slice(2), 'hex')))
  } finally {
    await anvil.stop()
  }
}

/** Compiles a contract of this folder against the installed OpenZeppelin. */
function compileToken(name: 'DevToken' | 'DevNft' | 'CarefulToken'): CompiledContract {
  const contract = compileContracts({ file: join(packageRoot(), `src/world/${name}.sol`) })[name]
  if (!contract) throw new Error(`The compiler returned no ${name}`)
  return contract
}
