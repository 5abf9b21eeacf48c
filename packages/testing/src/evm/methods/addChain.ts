import { createRpcError } from '../errors/createRpcError.js'
import type { WalletCall, WalletContext } from '../provider/walletMethod.js'
import type { WalletChain } from '../state/walletChain.js'
import { parseAddedChain } from './parseAddedChain.js'
import { safeText } from './safeText.js'

/** `wallet_addEthereumChain` (EIP-3085): adds the chain if its node agrees on the id, and goes there. */
export async function addChain(context: WalletContext, call: WalletCall): Promise<null> {
  const { state, script, update } = context
  const chain = parseAddedChain(call.params)
  const name = safeText(chain.name ?? '')
  if (state.chains.find(chain.id)) {
    if (chain.id === state.chains.selected().id) return null
    await call.ask('switch', `Switch to ${name}`)
  } else {
    await expectChainId(context, chain)
    await call.ask('add', `Add the network ${name} (${chain.id}) and switch to it`)
  }
  update(() => {
    state.chains.add(chain)
    if (!script.flags().lieAboutSwitch) state.chains.select(chain.id)
  })
  return null
}

async function expectChainId({ forward }: WalletContext, chain: WalletChain): Promise<void> {
  const answer = await forward(chain, 'eth_chainId', []).catch((cause: unknown) => {
    throw Object.assign(createRpcError(-32_602, `${chain.rpcUrl} does not answer.`), { cause })
  })
  if (Number(answer) !== chain.id) {
    throw createRpcError(-32_602, `${chain.rpcUrl} serves chain ${Number(answer)}, not ${chain.id}.`)
  }
}
