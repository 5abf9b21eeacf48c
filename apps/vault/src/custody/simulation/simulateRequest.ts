import { toHex } from 'viem'
import { askNode, type NodeAnswer } from '../../networks/askNode.js'
import type { VaultNetwork } from '../../networks/networks.js'
import type { Simulation } from '../../protocol/simulation.js'
import type { CallsSummary, EvmTransactionSummary, SolanaTransactionsSummary, Summary } from '../../protocol/summary.js'
import type { Accounts } from '../../signing/keys.js'
import type { RequestDescription } from '../../signing/readRequest.js'
import { encodeCalls } from '../../signing/smart/calls.js'
import { entryPoint, toSmartAccount } from '../../signing/smart/smartAccount.js'
import type { Custody, CustodyEvents } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { type AskOne, type EvmMessage, RevertError } from './evmNode.js'
import { simulateEvm } from './simulateEvm.js'
import { simulateSolana } from './simulateSolana.js'

/** Milliseconds after which a request is shown without a simulation. */
const deadline = 3_000
/** Max nodes to try per network; each gets a share of the time. */
const maxNodes = 2

export type SimulateOptions = {
  readonly described: RequestDescription
  /** The user's own. */
  readonly accounts: Accounts
}

/**
 * Simulates a request, as parsed by custody, on the operator's nodes. Undefined if there is nothing to run: a message,
 * an operation without a prompt, a network without nodes. Throws `REVERTS` if every node that responds reports that it
 * would fail. Ends within three seconds.
 */
export async function simulateRequest(
  { networks, warn, work, events }: Pick<Custody, 'networks' | 'warn' | 'work' | 'events'>,
  { described, accounts }: SimulateOptions,
): Promise<Simulation | undefined> {
  const { summary } = described
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === summary.chain)
  const run = network && toRun(described, accounts)
  if (!network || !run) return undefined
  if (run === 'several') return { status: 'unavailable', reason: 'earlier' }
  const reverted: RevertError[] = []
  let best: Simulation = { status: 'unavailable', reason: 'node' }
  const start = performance.now()
  const urls = network.rpcUrls.slice(0, maxNodes)
  for (const [index, url] of urls.entries()) {
    const left = Math.ceil(Math.max(1, deadline - (performance.now() - start)) / (urls.length - index))
    try {
      const result = await run(createAsk(url, AbortSignal.timeout(left), events.onNode))
      // a transaction that waits for others says nothing about the node
      const isEarlier = result.status === 'unavailable' && result.reason === 'earlier'
      if (!isEarlier) work.note(`network ${network.caipNetworkId}`, result.status !== 'unavailable')
      if (result.status === 'done') return result
      best = result
    } catch (cause) {
      // a lagging node may be missing state: all have to agree before the request is refused
      if (cause instanceof RevertError) reverted.push(cause)
      else warn(cause)
      work.note(`network ${network.caipNetworkId}`, cause instanceof RevertError)
    }
  }
  const [first] = reverted
  if (!first) return best
  if (isSent(summary)) throw new CallError(`This transaction would fail. ${first.message}`, { code: 'REVERTS' })
  return { status: 'fails', reason: first.message }
}

type Run = (ask: AskOne) => Promise<Simulation>

function toRun({ summary, canonical }: RequestDescription, accounts: Accounts): Run | 'several' | undefined {
  switch (summary.kind) {
    case 'evmTransaction':
      return (ask) => runEvm(ask, summary, { messages: [toMessage(summary)], nonce: summary.nonce })
    case 'calls':
      // calls covered by a permission show no prompt
      if (summary.permission !== undefined) return undefined
      return (ask) => runEvm(ask, summary, { messages: toOperation(summary, accounts), nonce: undefined })
    case 'solanaTransactions': {
      const [transaction, ...more] = summary.transactions
      if (!transaction || more.length > 0) return 'several'
      return (ask) => runSolana(ask, summary, canonical)
    }
    default:
      return undefined
  }
}

/** Whether a request is also sent. Otherwise it may be meant for later, after something else. */
function isSent(summary: Summary): boolean {
  return summary.kind !== 'solanaTransactions' || summary.isSent
}

function runEvm(
  ask: AskOne,
  { account, chain }: EvmTransactionSummary | CallsSummary,
  run: { readonly messages: readonly EvmMessage[]; readonly nonce: number | undefined },
): Promise<Simulation> {
  return simulateEvm({
    ask,
    ...run,
    account: account as EvmMessage['from'],
    chainId: Number(chain.slice('eip155:'.length)),
  })
}

function toMessage({ account, to, value, data, gas }: EvmTransactionSummary): EvmMessage {
  return {
    from: account as EvmMessage['from'],
    ...(to !== null && { to: to as EvmMessage['from'] }),
    value: toHex(BigInt(value)),
    data: data as EvmMessage['data'],
    gas: toHex(BigInt(gas)),
  }
}

/** The messages as the entry point executes them: deploy the account if needed, then call it. */
function toOperation({ calls, deploys, account }: CallsSummary, accounts: Accounts): readonly EvmMessage[] {
  const { factory, factoryData } = toSmartAccount(accounts)
  const list = calls.map(({ to, value, data }) => ({
    to: to as EvmMessage['from'],
    value: BigInt(value),
    data: data as EvmMessage['data'],
  }))
  const execution: EvmMessage = {
    from: entryPoint,
    to: account as EvmMessage['from'],
    value: '0x0',
    data: encodeCalls(list),
  }
  return deploys ? [{ from: entryPoint, to: factory, value: '0x0', data: factoryData }, execution] : [execution]
}

function runSolana(
  ask: AskOne,
  { account, transactions }: SolanaTransactionsSummary,
  canonical: string,
): Promise<Simulation> {
  const { params } = JSON.parse(canonical) as {
    readonly params: { readonly transaction?: string; readonly transactions?: readonly string[] }
  }
  const transaction = params.transaction ?? params.transactions?.[0] ?? ''
  const [{ feePayer, feeLimit } = { feePayer: '', feeLimit: '0' }] = transactions
  return simulateSolana({ ask, transaction, account, fee: feePayer === account ? BigInt(feeLimit) : 0n })
}

function createAsk(
  url: VaultNetwork['rpcUrls'][number],
  signal: AbortSignal,
  observe: CustodyEvents['onNode'],
): AskOne {
  return (method, params): Promise<NodeAnswer> => askNode([url], { method, params, signal, timeout: deadline, observe })
}
