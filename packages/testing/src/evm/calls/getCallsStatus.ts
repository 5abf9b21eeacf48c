import { type Hex, numberToHex } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { getSigner, parseChainId } from '../methods/parameters.js'
import type { SentBundle, WalletCall, WalletContext } from '../provider/walletMethod.js'
import { type Atomicity, readAtomicity } from './createSender.js'

export type CallsStatus = {
  readonly version: '2.0.0'
  readonly id: string
  readonly chainId: Hex
  readonly status: 100 | 200 | 500 | 600
  readonly atomic: boolean
  readonly receipts: readonly CallsReceipt[]
}

type CallsReceipt = {
  readonly logs: readonly { readonly address: Hex; readonly data: Hex; readonly topics: readonly Hex[] }[]
  readonly status: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
  readonly transactionHash: Hex
}

/** `wallet_getCallsStatus` (EIP-5792), read from the chain. Throws 5730 for a bundle that this page has not sent. */
export async function getCallsStatus(context: WalletContext, { params }: WalletCall): Promise<CallsStatus> {
  const [id] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof id !== 'string') throw createRpcError(-32_602, 'Expected the id of a bundle.')
  const bundle = context.bundles.get(id)
  if (!bundle) throw createRpcError(5_730, 'There is no bundle with this id.')
  const { chain, hashes, isAtomic } = bundle
  const found = await Promise.all(
    hashes.map((hash) => context.forward(chain, 'eth_getTransactionReceipt', [hash]) as Promise<CallsReceipt | null>),
  )
  const receipts = found.filter((receipt) => receipt !== null).map(toReceipt)
  const status = toStatus(bundle, receipts)
  return { version: '2.0.0', id, chainId: numberToHex(chain.id), status, atomic: isAtomic, receipts }
}

function toStatus({ hashes, isCut }: SentBundle, receipts: readonly CallsReceipt[]): CallsStatus['status'] {
  if (receipts.length < hashes.length) return 100
  const done = receipts.filter(({ status }) => status === '0x1').length
  if (done === 0) return 500
  return done === receipts.length && !isCut ? 200 : 600
}

function toReceipt({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }: CallsReceipt): CallsReceipt {
  const own = logs.map(({ address, data, topics }) => ({ address, data, topics }))
  return { logs: own, status, blockHash, blockNumber, gasUsed, transactionHash }
}

export type WalletCapabilities = Readonly<Record<Hex, { readonly atomic: { readonly status: Atomicity } }>>

/** `wallet_getCapabilities` (EIP-5792) of an account, on the given chains or all. Omits unknown chains. */
export async function getCapabilities(context: WalletContext, { params }: WalletCall): Promise<WalletCapabilities> {
  const [account, named] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { address } = getSigner(context, account)
  const { chains } = context.state
  const wanted = Array.isArray(named) ? named.flatMap((id) => chains.find(parseChainId(id)) ?? []) : chains.list()
  const entries = wanted.map(async (chain) => {
    const status = await readAtomicity((method, own) => context.forward(chain, method, own), address)
    return [numberToHex(chain.id), { atomic: { status } }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
