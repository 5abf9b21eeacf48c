import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Address, encodeDeployData, getContractAddress, type Hex, parseEther, parseUnits, toHex } from 'viem'
import { deployAccounts } from '../accounts/deployAccounts.js'
import { type CompiledContract, waitForReceipt } from '../contracts/contracts.js'
import { devAccount, devAccountCount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { deployMarket } from './deployMarket.js'
import { accountFactoryAddress, devTokenBalance, multicall3Address, worldDeployer, worldTokens } from './world.js'

export type WorldContracts = {
  readonly token: CompiledContract
  readonly nft: CompiledContract
  readonly careful: CompiledContract
  readonly accountFactory: CompiledContract
}

/**
 * Deploys the tokens, Multicall3, the account factory, the contracts of Safe accounts and a market on an empty chain at `url`.
 */
export async function deployWorld(url: string, contracts: WorldContracts): Promise<void> {
  const { token, accountFactory } = contracts
  const call = (method: string, ...params: unknown[]): Promise<unknown> => callRpc({ url, method, params })
  await call('anvil_setBalance', worldDeployer, toHex(parseEther('2000')))
  await call('anvil_impersonateAccount', worldDeployer)

  const holders = Array.from({ length: devAccountCount }, (_, index) => devAccount(index).address)
  for (const { address, name, symbol, decimals } of [worldTokens.USDC, worldTokens.DAI]) {
    const amount = parseUnits(devTokenBalance.toString(), decimals)
    const data = encodeDeployData({ ...token, args: [name, symbol, decimals, holders, amount] })
    await deployAt(call, data, address)
  }

  // no constructor arguments and no immutables, so the code can be copied to the canonical address
  const copy = getContractAddress({ from: worldDeployer, nonce: 2n })
  await deployAt(call, await multicall3Bytecode(), copy)
  await call('anvil_setCode', multicall3Address, await call('eth_getCode', copy, 'latest'))

  await deployAt(call, accountFactory.bytecode, accountFactoryAddress)
  await deployAccounts(call, { from: worldDeployer })

  await call('anvil_stopImpersonatingAccount', worldDeployer)
  await call('anvil_setBalance', worldDeployer, '0x0')
  await deployMarket(call, contracts)
}

type RpcCall = (method: string, ...params: unknown[]) => Promise<unknown>

async function deployAt(call: RpcCall, data: Hex, expected: Address): Promise<void> {
  const hash = await call('eth_sendTransaction', { from: worldDeployer, data })
  const receipt = await waitForReceipt(call, hash)
  if (receipt.status !== '0x1' || receipt.contractAddress.toLowerCase() !== expected.toLowerCase()) {
    throw new Error(`Expected a contract at ${expected}, got ${JSON.stringify(receipt)}`)
  }
}

/** The creation code in viem (for deployless calls), which is not a public export. */
async function multicall3Bytecode(): Promise<Hex> {
  const require = createRequire(import.meta.url)
  const viem = dirname(require.resolve('viem/package.json'))
  const file = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode: code } = (await import(/* @vite-ignore */ file)) as { multicall3Bytecode?: Hex }
  if (!code) throw new Error('This version of viem does not include Multicall3')
  return code
}
