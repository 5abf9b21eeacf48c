import { devKeyNode } from './devKeys.js'
import { bitcoinDevAccountCount, bitcoinOrdinalOutputs, bitcoinPaymentOutputs } from './network.js'
import type { NodeRpc } from './node/rpc.js'

/** The two addresses of a development key. */
export type BitcoinDevAccount = {
  /** P2WPKH, with 10 BTC. */
  readonly payment: string
  /** P2TR, with 1 BTC. */
  readonly ordinal: string
}

/** Sends every development account its outputs from the miner's wallet; the next block confirms them. */
export async function fundDevAccounts(rpc: NodeRpc, miner: NodeRpc): Promise<BitcoinDevAccount[]> {
  const accounts: BitcoinDevAccount[] = []
  for (let index = 0; index < bitcoinDevAccountCount; index++) accounts.push(await toAccount(rpc, index))
  // a transaction can pay an address only once
  for (let round = 0; round < bitcoinPaymentOutputs.length; round++) {
    const outputs = accounts.flatMap(({ payment, ordinal }) => [
      [payment, toBitcoins(bitcoinPaymentOutputs[round])],
      [ordinal, toBitcoins(bitcoinOrdinalOutputs[round])],
    ])
    const due = outputs.filter(([, amount]) => Number(amount) > 0)
    await miner('sendmany', ['', Object.fromEntries(due)])
  }
  return accounts
}

/** The node derives the addresses, independently of our own code. */
async function toAccount(rpc: NodeRpc, index: number): Promise<BitcoinDevAccount> {
  const key = Buffer.from(devKeyNode(index).publicKey ?? []).toString('hex')
  const derive = async (script: string): Promise<string> => {
    const { descriptor } = (await rpc('getdescriptorinfo', [script])) as { readonly descriptor: string }
    const [address] = (await rpc('deriveaddresses', [descriptor])) as [string]
    return address
  }
  // a taproot key has no parity byte
  return { payment: await derive(`wpkh(${key})`), ordinal: await derive(`tr(${key.slice(2)})`) }
}

function toBitcoins(sats: number | undefined): string {
  return ((sats ?? 0) / 100_000_000).toFixed(8)
}
