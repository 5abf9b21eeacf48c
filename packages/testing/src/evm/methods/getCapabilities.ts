import { type Hex, numberToHex } from 'viem'
import { type Atomicity, readAtomicity } from '../calls/readAtomicity.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import { parseChainId } from './parseChainId.js'
import { signerOf } from './signerOf.js'

export type WalletCapabilities = Readonly<Record<Hex, { readonly atomic: { readonly status: Atomicity } }>>

/** `wallet_getCapabilities` (EIP-5792) of an account: on the chains that are named, else on all. Unknown ones are left out. */
export async function getCapabilities(context: WalletContext, { params }: WalletCall): Promise<WalletCapabilities> {
  const [account, named] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const { address } = signerOf(context, account)
  const { chains } = context.state
  const wanted = Array.isArray(named) ? named.flatMap((id) => chains.find(parseChainId(id)) ?? []) : chains.list()
  const entries = wanted.map(async (chain) => {
    const status = await readAtomicity((method, own) => context.forward(chain, method, own), address)
    return [numberToHex(chain.id), { atomic: { status } }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
