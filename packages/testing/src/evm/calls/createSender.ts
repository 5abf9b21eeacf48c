import type { Address, Hex, LocalAccount, TransactionSerializable } from 'viem'
import { createRpcError } from '../../scripted/rpc.js'
import { fillTransaction } from '../transaction/fillTransaction.js'
import { parseTransaction, type TransactionRequest } from '../transaction/parseTransaction.js'
import { batchAddress, batchDelegation, batchDeployment, create2Deployer, toBatchData } from './batchContract.js'

export type SenderOptions = {
  readonly signer: LocalAccount
  readonly chainId: number
  readonly ask: AskChain
}

/** One account on one chain. Run its methods one at a time, because of the nonces. */
export type Sender = {
  readonly send: (request: TransactionRequest) => Promise<Hex>
  /** Delegates the account to the batch contract (EIP-7702), and deploys the contract first if needed. */
  readonly upgrade: () => Promise<void>
  /** Sends all calls of a delegating account in one transaction. */
  readonly sendTogether: (calls: readonly TransactionRequest[]) => Promise<Hex>
}

/** Interval and timeout for waiting for a receipt, in milliseconds. */
const pollInterval = 50

const receiptTimeout = 60_000

/** A delegation costs 21000 plus 25000 gas, some of which is refunded. */
const delegationGas = 100_000n

export function createSender({ signer, chainId, ask }: SenderOptions): Sender {
  const { address } = signer
  const fill = (request: TransactionRequest): Promise<TransactionSerializable> =>
    fillTransaction({ request, from: address, chainId, ask })
  const hand = async (transaction: TransactionSerializable): Promise<Hex> =>
    (await ask('eth_sendRawTransaction', [await signer.signTransaction(transaction)])) as Hex
  const send: Sender['send'] = async (request) => hand(await fill(request))

  /** Polls until a transaction has succeeded and the node counts `nonce` transactions of the account, if it is given. */
  const untilMined = async (hash: Hex, nonce = 0): Promise<void> => {
    for (let waited = 0; waited < receiptTimeout; waited += pollInterval) {
      const receipt = (await ask('eth_getTransactionReceipt', [hash])) as { readonly status: Hex } | null
      if (receipt && receipt.status !== '0x1') break
      if (receipt && Number(await ask('eth_getTransactionCount', [address, 'pending'])) >= nonce) return
      await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
    throw createRpcError(-32_603, `The transaction ${hash} did not succeed.`)
  }

  return {
    send,
    async upgrade() {
      if (!(await isContract(ask, batchAddress)))
        await untilMined(await send(parseTransaction({ to: create2Deployer, data: batchDeployment })))
      const filled = await fill({ ...parseTransaction({ to: address }), gas: delegationGas })
      if (filled.type !== 'eip1559') throw createRpcError(5_760, 'The chain does not support account delegation.')
      // the transaction's own nonce is used before the delegation's
      const nonce = Number(filled.nonce) + 1
      const authorization = await signer.signAuthorization?.({ address: batchAddress, chainId, nonce })
      if (!authorization) throw createRpcError(5_760, 'Only an account with a key can delegate.')
      const hash = await hand({ ...filled, type: 'eip7702', authorizationList: [authorization] })
      // anvil counts a transaction that it has just mined as pending, without its authorization, for a moment
      await untilMined(hash, nonce + 1)
    },
    sendTogether: (calls) => send({ ...parseTransaction({ to: address }), data: toBatchData(calls) }),
  }
}

/** Whether an account can execute calls atomically: now, after its user agrees, or never (EIP-5792). */
export type Atomicity = 'supported' | 'ready' | 'unsupported'

export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>

export async function readAtomicity(ask: AskChain, account: Address): Promise<Atomicity> {
  if ((await ask('eth_getCode', [account, 'latest'])) === batchDelegation) return 'supported'
  const isPossible = (await isContract(ask, batchAddress)) || (await isContract(ask, create2Deployer))
  return isPossible ? 'ready' : 'unsupported'
}

async function isContract(ask: AskChain, address: Address): Promise<boolean> {
  return (await ask('eth_getCode', [address, 'latest'])) !== '0x'
}
