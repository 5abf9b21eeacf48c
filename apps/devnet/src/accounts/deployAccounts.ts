import { type Address, concat, encodeFunctionData, getCreate2Address, type Hex, pad, parseEther, toHex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { waitForReceipt } from '../contracts/contracts.js'
import {
  type AccountContracts,
  accountCode,
  accountContracts,
  paymasterAddress,
  paymasterCode,
  simulationsAddress,
  simulationsCode,
} from './contracts.js'

/** A JSON-RPC call. */
type Call = (method: string, ...params: unknown[]) => Promise<unknown>

/** CREATE2 deployers with the same code. The node has the first one from the start. */
const proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const safeProxy: Address = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const zeroSalt = pad('0x', { size: 32 })

/** Chosen by the entry point's authors for an address with leading zeros. */
const entryPointSalt: Hex = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/**
 * The published packages of these two have other metadata than the deployed contracts, so CREATE2 yields other addresses: their code
 * is set at the usual address instead. It does not depend on its own address.
 */
const laid: readonly (keyof AccountContracts)[] = ['safe4337Module', 'safeModuleSetup']

/** The paymaster's deposit in ether. */
const deposit = parseEther('1000')

/**
 * Deploys the smart account contracts at their usual addresses on an empty chain, and a funded paymaster. `from` is an unlocked
 * account.
 */
export async function deployAccounts(call: Call, { from }: { readonly from: Address }): Promise<void> {
  const send = async (transaction: object): Promise<void> => {
    const { status } = await waitForReceipt(call, await call('eth_sendTransaction', { from, ...transaction }))
    if (status !== '0x1') throw new Error('A smart account contract was not deployed')
  }
  const make = async (bytecode: Hex, salt: Hex, by: Address): Promise<Address> => {
    await send({ to: by, data: concat([salt, bytecode]) })
    return getCreate2Address({ from: by, salt, bytecode })
  }
  const lay = async (copy: Address, address: Address): Promise<unknown> =>
    call('anvil_setCode', address, await call('eth_getCode', copy, 'latest'))

  await lay(proxy, safeProxy)
  for (const name of Object.keys(accountContracts) as (keyof AccountContracts)[]) {
    const isEntryPoint = name === 'entryPoint'
    const made = await make(
      accountCode(name),
      isEntryPoint ? entryPointSalt : zeroSalt,
      isEntryPoint ? proxy : safeProxy,
    )
    if (laid.includes(name)) await lay(made, accountContracts[name])
    else if (made !== accountContracts[name]) throw new Error(`${name} was deployed at ${made}`)
  }
  await lay(await make(simulationsCode(), zeroSalt, proxy), simulationsAddress)
  await lay(await make(paymasterCode(), zeroSalt, proxy), paymasterAddress)
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [paymasterAddress] })
  await send({ to: accountContracts.entryPoint, data, value: toHex(deposit) })
}
