import { encodeFunctionData, parseAbi, parseEther, parseUnits, toHex } from 'viem'
import { callRpc } from '../callRpc.js'
import { fundAccount } from '../fundAccount.js'
import { devAccount } from '../world/devAccount.js'
import { waitForReceipt } from '../world/waitForReceipt.js'
import { worldTokens } from '../world/world.js'
import { carefulToken, worldMarket } from '../world/worldMarket.js'
import { funderIndex } from './funderKey.js'

const abi = parseAbi(['function mint(address to, uint256 amount)', 'function deposit() payable'])

/** Whole units of everything that can be bought. */
const stock = 1_000_000n

/** Gives who sells on the local chain at `rpcUrl` what there is to sell. */
export async function fundFunder(rpcUrl: string): Promise<void> {
  const call = (method: string, ...params: unknown[]): Promise<unknown> => callRpc({ url: rpcUrl, method, params })
  const { address: from } = devAccount(funderIndex)
  const ether = parseEther(stock.toString())
  await fundAccount(rpcUrl, from, 2n * ether)
  await call('anvil_impersonateAccount', from)
  const send = async (transaction: object): Promise<void> => {
    const { status } = await waitForReceipt(call, await call('eth_sendTransaction', { from, ...transaction }))
    if (status !== '0x1') throw new Error('The stock of what can be bought was not made.')
  }
  for (const { address, decimals } of [worldTokens.USDC, worldTokens.DAI, worldMarket.usd, carefulToken]) {
    const args = [from, parseUnits(stock.toString(), decimals)] as const
    await send({ to: address, data: encodeFunctionData({ abi, functionName: 'mint', args }) })
  }
  const data = encodeFunctionData({ abi, functionName: 'deposit' })
  await send({ to: worldMarket.wrappedNative.address, data, value: toHex(ether) })
  await call('anvil_stopImpersonatingAccount', from)
}
