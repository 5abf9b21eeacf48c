import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { type CompiledContract, readArtefact, waitForReceipt } from '../contracts/contracts.js'
import { devAccount, devAccountCount } from '../keys/evm.js'
import {
  carefulToken,
  marketDeployer,
  nftHolderCount,
  poolEther,
  poolPrice,
  spamToken,
  type WorldPool,
  worldMarket,
  worldNfts,
} from './market.js'
import { devTokenBalance, type WorldToken } from './world.js'

/** A JSON-RPC call. */
type RpcCall = (method: string, ...params: unknown[]) => Promise<unknown>

const marketAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function getPair(address, address) view returns (address)',
  'function addLiquidityETH(address token, uint256 amount, uint256 least, uint256 leastEther, address to, uint256 deadline) payable',
])

type MarketContracts = {
  readonly token: CompiledContract
  readonly nft: CompiledContract
  readonly careful: CompiledContract
}

/**
 * Deploys Uniswap V2 with its pools on a chain with the tokens, a token with strict approvals, a spam token, and an NFT collection.
 */
export async function deployMarket(call: RpcCall, { token, nft, careful }: MarketContracts): Promise<void> {
  await call('anvil_setBalance', marketDeployer, toHex(parseEther('10000')))
  await call('anvil_impersonateAccount', marketDeployer)

  const { factory, router, wrappedNative, usd, pools } = worldMarket
  const holders = (count: number): Address[] => Array.from({ length: count }, (_, index) => devAccount(index).address)
  const tokenCode = ({ name, symbol, decimals }: WorldToken, owners: readonly Address[]): Hex =>
    encodeDeployData({
      ...token,
      args: [name, symbol, decimals, owners, parseUnits(devTokenBalance.toString(), decimals)],
    })
  const made = readArtefact('@uniswap/v2-core/build/UniswapV2Factory.json')
  await deployContract(call, encodeDeployData({ ...made, args: [marketDeployer] }), factory)
  await deployContract(call, readArtefact('@uniswap/v2-periphery/build/WETH9.json').bytecode, wrappedNative.address)
  const swaps = readArtefact('@uniswap/v2-periphery/build/UniswapV2Router02.json')
  await deployContract(call, encodeDeployData({ ...swaps, args: [factory, wrappedNative.address] }), router)
  await deployContract(call, tokenCode(usd, []), usd.address)
  await deployContract(call, tokenCode(spamToken, holders(devAccountCount)), spamToken.address)
  const nftArgs = [worldNfts.name, worldNfts.symbol, holders(nftHolderCount)]
  await deployContract(call, encodeDeployData({ ...nft, args: nftArgs }), worldNfts.address)
  const { name, symbol, decimals } = carefulToken
  await deployContract(call, encodeDeployData({ ...careful, args: [name, symbol, decimals] }), carefulToken.address)
  for (const pool of pools) await fill(call, pool)

  await call('anvil_stopImpersonatingAccount', marketDeployer)
  await call('anvil_setBalance', marketDeployer, '0x0')
}

async function fill(call: RpcCall, { token, address }: WorldPool): Promise<void> {
  const { router, factory, wrappedNative } = worldMarket
  const amount = parseUnits((poolEther * poolPrice).toString(), token.decimals)
  const mint = { abi: marketAbi, functionName: 'mint', args: [marketDeployer, amount] } as const
  await send(call, { to: token.address, data: encodeFunctionData(mint) })
  const approve = { abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] } as const
  await send(call, { to: token.address, data: encodeFunctionData(approve) })
  const value = parseEther(poolEther.toString())
  const args = [token.address, amount, amount, value, marketDeployer, maxUint256] as const
  const data = encodeFunctionData({ abi: marketAbi, functionName: 'addLiquidityETH', args })
  await send(call, { to: router, data, value: toHex(value) })
  const ask = { abi: marketAbi, functionName: 'getPair', args: [token.address, wrappedNative.address] } as const
  const pair = await call('eth_call', { to: factory, data: encodeFunctionData(ask) }, 'latest')
  expectAddress(`0x${String(pair).slice(-40)}`, address)
}

async function deployContract(call: RpcCall, data: Hex, expected: Address): Promise<void> {
  expectAddress((await send(call, { data })).contractAddress, expected)
}

async function send(call: RpcCall, transaction: object): Promise<{ readonly contractAddress: Address }> {
  const hash = await call('eth_sendTransaction', { from: marketDeployer, ...transaction })
  const receipt = await waitForReceipt(call, hash)
  if (receipt.status !== '0x1') throw new Error(`Deploying the market failed: ${JSON.stringify(receipt)}`)
  return receipt
}

function expectAddress(found: string, expected: Address): void {
  if (found.toLowerCase() !== expected.toLowerCase())
    throw new Error(`Expected a contract at ${expected}, got ${found}`)
}
