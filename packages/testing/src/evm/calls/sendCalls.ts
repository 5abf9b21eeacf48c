import { type Hex, toHex } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { spendPermission } from '../methods/executionPermissions.js'
import { getSigner } from '../methods/parameters.js'
import type { SentBundle, WalletCall, WalletContext } from '../provider/walletMethod.js'
import { type AskChain, createSender, readAtomicity } from './createSender.js'
import { type BundleRequest, parseBundle } from './parseBundle.js'

/**
 * `wallet_sendCalls` (EIP-5792). An atomic bundle is one transaction of an account that delegates to a contract (EIP-7702), which
 * the user approves once. Other bundles are one transaction per call, one after the other. A single call is one transaction
 * either way. Calls that a permission covers (ERC-7715) need no prompt.
 */
export async function sendCalls(context: WalletContext, call: WalletCall): Promise<{ readonly id: string } | string> {
  const { state, bundles, forward, inTurn } = context
  const request = parseBundle(call.params)
  const { version, chainId, calls, id = toHex(crypto.getRandomValues(new Uint8Array(32))) } = request
  const chain = state.chains.find(chainId)
  if (!chain) throw createRpcError(5_710, `The wallet does not know the chain ${chainId}.`)
  const signer = getSigner(context, request.from ?? state.exposed()[0])
  const ask: AskChain = (method, params) => forward(chain, method, params)
  assertNew(bundles, id)

  const isTogether = request.isAtomicRequired && calls.length > 1
  if (isTogether && calls.some(({ to }) => !to))
    throw createRpcError(5_760, 'A contract creation cannot be part of an atomic bundle.')
  const atomicity = isTogether ? await readAtomicity(ask, signer.address) : 'supported'
  if (atomicity === 'unsupported') throw createRpcError(5_760, `Atomic bundles are not supported on chain ${chainId}.`)
  if (request.permission === undefined) await call.ask('send', toSummary(request, isTogether))
  else spendPermission(context, { context: request.permission, chainId, from: signer.address, calls })
  if (atomicity === 'ready') await askUpgrade(call)

  return inTurn(async () => {
    assertNew(bundles, id)
    const sender = createSender({ signer, chainId, ask })
    if (atomicity === 'ready') await sender.upgrade()
    const hashes: Hex[] = []
    let isCut = false
    if (isTogether) hashes.push(await sender.sendTogether(calls))
    else
      for (const [index, one] of calls.entries()) {
        try {
          hashes.push(await sender.send(one))
        } catch (cause) {
          // nothing has been sent yet, so the whole request fails
          if (index === 0) throw cause
          isCut = true
          break
        }
      }
    bundles.set(id, { id, chain, hashes, isCut, isAtomic: isTogether || calls.length === 1 })
    return version === '1.0' ? id : { id }
  })
}

function assertNew(bundles: ReadonlyMap<string, SentBundle>, id: string): void {
  if (bundles.has(id)) throw createRpcError(5_720, 'There is a bundle with this id already.')
}

async function askUpgrade({ ask }: WalletCall): Promise<void> {
  try {
    await ask('upgrade', 'Let this account make several calls at once')
  } catch (cause) {
    throw Object.assign(createRpcError(5_750, 'The user rejected the upgrade of the account.'), { cause })
  }
}

function toSummary({ calls }: BundleRequest, isTogether: boolean): string {
  if (calls.length === 1) return 'Make a call'
  return `Make ${calls.length} calls, ${isTogether ? 'all or none' : 'one after the other'}`
}
