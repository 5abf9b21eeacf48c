import { devAccount } from '@latchkey/devnet'
import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, parseAbi, toHex } from 'viem'
import { callChain } from '../fixtures/callChain.js'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)', 'function mint(address to)'])

/** Pays for the tests' own transactions; one per worker, so that no nonce is used twice. */
const actor = devAccount(5 + (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 5)).address

export type Act = { readonly to: Address; readonly data?: Hex; readonly value?: bigint; readonly from?: Address }

/** Sends a transaction outside the page from an account that the node signs for; returns its hash once mined. */
export async function actOnChain(rpcUrl: string, { from = actor, to, data, value }: Act): Promise<Hex> {
  const transaction = { from, to, ...(data && { data }), ...(value !== undefined && { value: toHex(value) }) }
  const hash = (await callChain(rpcUrl, 'eth_sendTransaction', [transaction])) as Hex | undefined
  if (!hash) throw new Error('The node accepted no transaction.')
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const receipt = (await callChain(rpcUrl, 'eth_getTransactionReceipt', [hash])) as { readonly status: Hex } | null
    if (receipt?.status === '0x1') return hash
    if (receipt) throw new Error(`${hash} failed.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${hash} was not mined.`)
}

/** Mints tokens on the development chain. `amount` is in atomic units. */
export async function mintTokens(rpcUrl: string, token: Address, to: Address, amount: bigint): Promise<void> {
  await actOnChain(rpcUrl, {
    to: token,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, amount] }),
  })
}

/** Mints the next NFT of the collection. */
export async function mintNft(rpcUrl: string, collection: Address, to: Address): Promise<void> {
  await actOnChain(rpcUrl, {
    to: collection,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to] }),
  })
}

/** In wei, or atomic units of a token. */
export async function readBalance(rpcUrl: string, owner: Address, token?: Address): Promise<bigint> {
  if (!token) return hexToBigInt((await callChain(rpcUrl, 'eth_getBalance', [owner, 'latest'])) as Hex)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return hexToBigInt((await callChain(rpcUrl, 'eth_call', [{ to: token, data }, 'latest'])) as Hex)
}
