import { devAccount } from '@latchkey/devnet'
import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, parseAbi, toHex } from 'viem'
import { callChain } from '../fixtures/callChain.js'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)', 'function mint(address to)'])

/** Pays for what tests do beside the page; each worker has its own, so that no nonce is taken twice. */
const actor = devAccount(5 + (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 5)).address

export type Act = { readonly to: Address; readonly data?: Hex; readonly value?: bigint; readonly from?: Address }

/** A transaction of an account that the node signs for, made outside of the page; its hash, once it is in a block. */
export async function actOnChain(rpcUrl: string, { from = actor, to, data, value }: Act): Promise<Hex> {
  const transaction = { from, to, ...(data && { data }), ...(value !== undefined && { value: toHex(value) }) }
  const hash = (await callChain(rpcUrl, 'eth_sendTransaction', [transaction])) as Hex | undefined
  if (!hash) throw new Error('The node took no transaction.')
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const receipt = (await callChain(rpcUrl, 'eth_getTransactionReceipt', [hash])) as { readonly status: Hex } | null
    if (receipt?.status === '0x1') return hash
    if (receipt) throw new Error(`${hash} failed.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${hash} was not mined.`)
}

/** Makes tokens of the development chain out of nothing. `amount` in atomic units. */
export async function mintTokens(rpcUrl: string, token: Address, to: Address, amount: bigint): Promise<void> {
  await actOnChain(rpcUrl, {
    to: token,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, amount] }),
  })
}

/** The next picture of the collection. */
export async function mintNft(rpcUrl: string, collection: Address, to: Address): Promise<void> {
  await actOnChain(rpcUrl, {
    to: collection,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to] }),
  })
}

/** Wei, or atomic units of a token. */
export async function readBalance(rpcUrl: string, owner: Address, token?: Address): Promise<bigint> {
  if (!token) return hexToBigInt((await callChain(rpcUrl, 'eth_getBalance', [owner, 'latest'])) as Hex)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return hexToBigInt((await callChain(rpcUrl, 'eth_call', [{ to: token, data }, 'latest'])) as Hex)
}
